import * as z from 'zod/mini'
import { described } from '#shared/api/described.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { text } from '#shared/api/text.ts'

export const DictionaryWord = z.strictObject({
  traditional: z.string(),
  simplified: z.string(),
  pinyin: described('Reading of a word in pinyin with tone marks; those of names have capital letters.', z.string()),
})
export type DictionaryWord = z.infer<typeof DictionaryWord>

export const DictionaryCharacter = z.strictObject({
  character: z.string(),
  readings: described('Readings of today in pinyin, the most frequent first.', z.array(z.string())),
  oldReadings: described('Further readings in pinyin, which only 汉语大字典 has.', z.array(z.string())),
  radical: described('Radical of the character; empty if unknown.', z.string()),
  strokesBesideRadical: z.int(),
  strokes: described('Number of strokes; 0 if unknown.', z.int()),
  simplifiedForms: z.array(z.string()),
  traditionalForms: z.array(z.string()),
  variantForms: described(
    'Variants of the character that are neither its simplified nor its traditional form.',
    z.array(z.string()),
  ),
  level: described(
    'Level of the character in 通用规范汉字表 of 2013, from 1 (frequent) to 3; null if it is in none.',
    z.nullable(z.int()),
  ),
})
export type DictionaryCharacter = z.infer<typeof DictionaryCharacter>

/** The dictionary entries for the words and characters of a text that a user has selected. */
export const LookUp = z.strictObject({
  words: described(
    'Entries of the whole text, or if there is none, of the longest words in it, in their order.',
    z.array(DictionaryWord),
  ),
  characters: described('The characters of the text that the dictionary has, each once.', z.array(DictionaryCharacter)),
  unknown: described('The characters of the text that the dictionary does not have.', z.array(z.string())),
})
export type LookUp = z.infer<typeof LookUp>

export const dictionary = {
  show: endpoint({
    method: 'GET',
    path: '/dictionary',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: 120,
    summary: 'Look up a Chinese text of at most 24 characters in the dictionary: words, and characters one by one',
    input: z.object({
      text: described('Text to look up; characters that are not Chinese are ignored.', text(1, 200)),
    }),
    output: LookUp,
  }),
}
