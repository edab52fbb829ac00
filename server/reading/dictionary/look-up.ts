import { resolve } from 'node:path'
import { maxLookedUp } from '#shared/dictionary-limit.ts'
import type { DictionaryCharacter, DictionaryWord, LookUp } from '#shared/api/reader/dictionary.ts'
import { fail } from '#shared/api/failure.ts'
import { BlockFile } from './block-file.ts'
import type { CharacterRow, WordRow } from './dictionary-rows.ts'
import { wordKey } from './word-key.ts'

const folder = resolve(import.meta.dirname, '../../../dictionary')
const characterFile = new BlockFile<CharacterRow>(resolve(folder, 'characters.blocks'))
const wordFile = new BlockFile<WordRow[]>(resolve(folder, 'words.blocks'))

/**
 * The largest number of characters of a word that is searched for inside a text. A longer word is found only if it is
 * the whole text.
 */
const maxWordLength = 8

/**
 * Looks up a text in the shipped dictionary. Everything but Chinese characters is ignored, such as punctuation, white
 * space and invisible characters. Throws a `Failure` if no or too many Chinese characters remain.
 */
export async function lookUp(text: string): Promise<LookUp> {
  const characters = text.normalize('NFC').match(/[\p{Script=Han}\p{Co}]/gu) ?? []
  if (characters.length === 0) fail('invalid', '这里没有汉字，查不了读音')
  if (characters.length > maxLookedUp) fail('invalid', `一次最多查 ${maxLookedUp} 个字，请少选一些`)
  const distinct = [...new Set(characters)]
  const rows = await Promise.all(distinct.map((character) => characterFile.find(character)))
  return {
    words: (await findWhole(characters)) ?? (await findWithin(characters)),
    characters: distinct.flatMap((character, at) => writeCharacter(character, rows[at])),
    unknown: distinct.filter((_, at) => rows[at] === undefined),
  }
}

async function findWhole(characters: string[]): Promise<DictionaryWord[] | undefined> {
  return (await findWords(characters.join(''))) ?? (characters.length === 1 ? [] : undefined)
}

/**
 * Divides the text into words from left to right, at each position the longest word of two or more characters, and
 * returns the entries of these words.
 */
async function findWithin(characters: string[]): Promise<DictionaryWord[]> {
  const found = new Map<string, DictionaryWord[]>()
  for (let at = 0; at < characters.length;) {
    const word = await findLongest(characters.slice(at, at + maxWordLength))
    if (word !== undefined) found.set(word.text, word.entries)
    at += word === undefined ? 1 : [...word.text].length
  }
  return [...found.values()].flat()
}

async function findLongest(characters: string[]) {
  for (let length = characters.length; length > 1; length -= 1) {
    const text = characters.slice(0, length).join('')
    const entries = await findWords(text)
    if (entries !== undefined) return { text, entries }
  }
  return undefined
}

/** Returns the entries of a word: those written exactly like it if there are any; names come last. */
async function findWords(word: string): Promise<DictionaryWord[] | undefined> {
  const rows = await wordFile.find(wordKey(word))
  if (rows === undefined) return undefined
  const exact = rows.filter(({ traditional, simplified }) => traditional === word || simplified === word)
  const isName = ({ pinyin }: WordRow) => (/^\p{Lu}/u.test(pinyin) ? 1 : 0)
  return (exact.length > 0 ? exact : rows).toSorted((a, b) => isName(a) - isName(b))
}

function writeCharacter(character: string, row: CharacterRow | undefined): DictionaryCharacter[] {
  if (row === undefined) return []
  const { readings, old, radical, rest, strokes, simplified, traditional, variants, level } = row
  return [
    {
      character,
      readings,
      oldReadings: old,
      radical,
      strokesBesideRadical: rest,
      strokes,
      simplifiedForms: simplified,
      traditionalForms: traditional,
      variantForms: variants.filter((one) => !simplified.includes(one) && !traditional.includes(one)),
      level: level === 0 ? null : level,
    },
  ]
}
