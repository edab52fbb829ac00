import { compactText } from '#server/engines/text/fold-text.ts'
import {
  furtherNameTokens,
  isFurther,
  mainNameTokens,
  type NameField,
  nameTokens,
  textTokens,
  titleTokens,
} from '#server/engines/text/search-tokens.ts'
import { spellPinyin } from '#server/engines/text/spell-pinyin.ts'

/**
 * A name of a book or video in the search index: the kind of name, such as `title` or `author`, the name as written,
 * and its pinyin with spaces between the syllables.
 */
export type StoredName = [field: NameField, text: string, sounds: string]

export interface ItemDescription {
  /** The names of the book or video by kind of name (title, author and so on), the title first. */
  named: [NameField, string[]][]
  /** Texts about the book or video: its description and its approved recommendations. */
  texts: string[]
  /**
   * The tokens by which filters find the book or video, such as the token of a tag. They contain the first character
   * that names the family of the token, such as `#` for tags.
   */
  filters: string[]
}

/** A name as the index stores it. */
interface IndexedName {
  sounds: string
  tokens: string[]
}

/**
 * Caches the pinyin and tokens of names by their kind and text, because the names of authors, tags and places recur in
 * many books. Titles are not cached.
 */
export type KnownNames = Map<string, IndexedName>

/**
 * Returns the database columns of the search index for one book or video. The tokens may contain duplicates, which
 * PostgreSQL leaves out in less time. Adds its names to `known`, so that a caller can make many entries in less time.
 */
export async function makeEntry({ named, texts, filters }: ItemDescription, known: KnownNames = new Map()) {
  const names: StoredName[] = []
  const tokens: string[] = []
  for (const [field, written] of named.map(withoutRepeats)) {
    for (const text of written) {
      const name = await indexName(field, text, known)
      names.push([field, text, name.sounds])
      tokens.push(...name.tokens)
    }
  }
  tokens.push(...texts.flatMap(textTokens), ...filters)
  const [, title = '', sounds = ''] = names[0] ?? []
  return { folded: compactText(title), pinyin: sounds.replaceAll(' ', ''), names, tokens }
}

async function indexName(field: NameField, text: string, known: KnownNames): Promise<IndexedName> {
  const isTitle = field === 'title' || field === 'also'
  const isPerson = field.startsWith('author') || field.startsWith('translator')
  const key = `${isPerson ? 'person' : ''} ${isFurther(field) ? 'further' : ''} ${text}`
  const before = isTitle ? undefined : known.get(key)
  if (before !== undefined) return before
  const spelled = await spellPinyin(text, isPerson)
  const name = { text, sounds: spelled }
  const toTokens = isFurther(field) ? furtherNameTokens : isPerson ? mainNameTokens : nameTokens
  const tokens = toTokens(name)
  const indexed = { sounds: spelled.join(' '), tokens: isTitle ? [...tokens, ...titleTokens(name)] : tokens }
  if (!isTitle) known.set(key, indexed)
  return indexed
}

/**
 * Leaves out further names that are equal for the search: to another further name, or to a main name. The main names
 * are the entry just before the further names in the list.
 */
function withoutRepeats(
  [field, texts]: [NameField, string[]],
  at: number,
  all: [NameField, string[]][],
): [NameField, string[]] {
  if (!isFurther(field) || texts.length === 0) return [field, texts]
  const seen = new Set(['', ...(all[at - 1]?.[1] ?? []).map(compactText)])
  const distinct = texts.filter((text) => {
    const compact = compactText(text)
    return !seen.has(compact) && seen.add(compact)
  })
  return [field, distinct]
}
