import type { NameField } from '#server/db/tables/search-tables.ts'
import { compactText } from '#server/search/text/fold-text.ts'
import { furtherNameTokens, isFurther, nameTokens, textTokens, titleTokens } from '#server/search/text/search-tokens.ts'
import { spellPinyin } from '#server/search/text/spell-pinyin.ts'

/**
 * A name of a book or video in the search index: the kind of name, such as `title` or `author`, the name as written,
 * and its pinyin with spaces between the syllables.
 */
export type StoredName = [field: NameField, text: string, sounds: string]

interface ItemDescription {
  /** The names of the book or video by kind of name (title, author and so on), the title first. */
  named: [NameField, string[]][]
  /** Texts about the book or video: its description and its approved recommendations. */
  texts: string[]
  /** The tokens of the search index that filters look for, such as the token of a tag, with their prefix. */
  filters: string[]
}

/** Returns the database columns of the search index for one book or video. The tokens contain no duplicates. */
export async function makeEntry({ named, texts, filters }: ItemDescription) {
  const names: StoredName[] = []
  const tokens: string[] = []
  for (const [field, written] of named.map(withoutRepeats)) {
    for (const text of written) {
      const sounds = await spellPinyin(text, field.startsWith('author') || field.startsWith('translator'))
      names.push([field, text, sounds.join(' ')])
      tokens.push(...(isFurther(field) ? furtherNameTokens({ text, sounds }) : nameTokens({ text, sounds })))
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

/** Leaves out further names that a search treats like a name of the kind that is listed just before them, or like each other. */
function withoutRepeats(
  [field, texts]: [NameField, string[]],
  at: number,
  all: [NameField, string[]][],
): [NameField, string[]] {
  if (!isFurther(field)) return [field, texts]
  const seen = new Set(['', ...(all[at - 1]?.[1] ?? []).map(compactText)])
  const kept = texts.filter((text) => {
    const compact = compactText(text)
    return !seen.has(compact) && seen.add(compact)
  })
  return [field, kept]
}
