import type { NameField } from '#server/db/tables/search-tables.ts'
import { compactText } from '#server/search/text/fold-text.ts'
import { nameTokens, textTokens, titleTokens } from '#server/search/text/search-tokens.ts'
import { spellPinyin } from '#server/search/text/spell-pinyin.ts'

/** Field, text as written, and its pinyin with spaces between the syllables. */
export type StoredName = [field: NameField, text: string, sounds: string]

interface Described {
  /** What it is called by, its title first. */
  named: [NameField, string[]][]
  /** What is said about it. */
  texts: string[]
  /** Tokens as they are, for filters. */
  filters: string[]
}

/** What an item is found by. */
export async function makeEntry({ named, texts, filters }: Described) {
  const names: StoredName[] = []
  const tokens: string[] = []
  for (const [field, written] of named) {
    for (const text of written) {
      const sounds = await spellPinyin(text, field === 'author' || field === 'translator')
      names.push([field, text, sounds.join(' ')])
      tokens.push(...nameTokens({ text, sounds }))
      if (field === 'title' || field === 'also') tokens.push(...titleTokens({ text, sounds }))
    }
  }
  tokens.push(...texts.flatMap(textTokens), ...filters)
  const [, title = '', sounds = ''] = names[0] ?? []
  return {
    folded: compactText(title),
    pinyin: sounds.replaceAll(' ', ''),
    names,
    tokens: [...new Set(tokens)],
  }
}
