import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { packBlocks } from '#server/reading/dictionary/block-file.ts'
import type { CharacterRow, WordRow } from '#server/reading/dictionary/dictionary-rows.ts'
import { wordKey } from '#server/reading/dictionary/word-key.ts'
import { readCedict } from './read-cedict.ts'
import { readUnihan } from './read-unihan.ts'
import { fetchSources } from './dictionary-sources.ts'

const folder = resolve(import.meta.dirname, '..')
const readingsFile = '../web/reader/view/rare-readings.txt'
const sources = fetchSources()

const characters = readUnihan(sources)
write('characters.blocks', packBlocks(characters))

const words = new Map<string, WordRow[]>()
for (const word of await readCedict(sources.cedict))
  for (const key of new Set([wordKey(word.traditional), wordKey(word.simplified)])) {
    const entries = words.get(key) ?? []
    words.set(key, entries)
    entries.push(word)
  }
write('words.blocks', packBlocks(words))
write(readingsFile, writeRareReadings(characters))

/**
 * Returns the rare characters, which are not in the first level of 通用规范汉字表, grouped by their most frequent reading.
 * Each line is a reading with its characters, such as `yì 弈奕|羿翊`: characters of the second level before the bar, and
 * still rarer ones after it.
 */
function writeRareReadings(rows: Map<string, CharacterRow>): string {
  const lines = new Map<string, [string[], string[]]>()
  for (const [character, { readings, old, level }] of rows) {
    const reading = readings[0] ?? old[0]
    if (level === 1 || reading === undefined) continue
    const line = lines.get(reading) ?? [[], []]
    lines.set(reading, line)
    line[level === 2 ? 0 : 1].push(character)
  }
  return [...lines].map(([reading, [second, rest]]) => `${reading} ${second.join('')}|${rest.join('')}\n`).join('')
}

function write(name: string, content: Buffer | string) {
  writeFileSync(resolve(folder, name), content)
  console.log(`${name}: ${Buffer.byteLength(content)} bytes`)
}
