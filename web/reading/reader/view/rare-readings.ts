import type { ReadingSettings } from './reading-settings.ts'

/** Map from rare characters to their most frequent reading in pinyin. */
export type RareReadings = ReadonlyMap<string, string>

let table: Promise<string> | undefined

/**
 * Loads the pinyin of the rare characters above which the user wants to see it; null if the user wants no pinyin.
 * Throws if the table cannot be fetched.
 */
export async function loadRareReadings(choice: ReadingSettings['pinyin']): Promise<RareReadings | null> {
  if (choice === 'none') return null
  table ??= import('./rare-readings.txt?raw').then(({ default: text }) => text)
  const text = await table.catch((error: unknown) => {
    table = undefined
    throw error
  })
  return parseReadings(text, choice)
}

/**
 * Parses lines such as `yì 弈奕|羿翊`: the reading, the characters of the second level of 通用规范汉字表 (the official list of
 * common characters), and after the bar all rarer characters.
 */
function parseReadings(text: string, choice: 'rare' | 'rarest'): RareReadings {
  const readings = new Map<string, string>()
  for (const line of text.trim().split('\n')) {
    const [reading = '', characters = ''] = line.split(' ')
    const [second = '', rest = ''] = characters.split('|')
    for (const character of choice === 'rare' ? second + rest : rest) readings.set(character, reading)
  }
  return readings
}
