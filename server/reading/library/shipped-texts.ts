import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { hashText } from '#server/catalogue/loading/hash-text.ts'

/**
 * An entry of `library/texts.json`, the list of the texts that ship with the program; building the texts writes the
 * list.
 */
export interface ShippedText {
  /** The key that identifies the book of this text in the catalogue. */
  key: string
  file: string
  language: string
  title: string
  rights: string
  source: string
  size: number
  sha256: string
  /** Size in bytes and hash of the plain text that is made from the EPUB. */
  text: { size: number; sha256: string }
  pieces: number
  characters: number
  lost: number
  composed: number
  rare: number
}

const listing = resolve(import.meta.dirname, '../../../library/texts.json')

/**
 * Returns the list of the texts that ship with the program, and a fingerprint that changes whenever the list changes.
 */
export async function readShippedTexts(): Promise<{ texts: () => ShippedText[]; fingerprint: string }> {
  const json = await readFile(listing, 'utf8')
  return { texts: () => JSON.parse(json), fingerprint: hashText(json) }
}
