import type { ColumnType, Generated } from 'kysely'
import type { NameField } from '#server/engines/text/search-tokens.ts'
import type { DefaultNow } from './default-now.ts'

/** Types of the tables that the migrations 0004-search.sql and 0012-search-names.sql create. */
export interface SearchTables {
  searchBook: SearchBookTable
  searchVideo: SearchVideoTable
  searchName: SearchNameTable
  searchWord: { variant: string; word: string }
  searchAlias: { folded: string; alias: string; name: string; isActive: Generated<boolean>; createTime: DefaultNow }
  searchMiss: { folded: string; query: string; count: Generated<number>; lastTime: DefaultNow }
}

/**
 * All names by which the search finds a book or video, each with its kind, its text and its pinyin. The column is
 * written as JSON.
 */
type ItemNames = ColumnType<[field: NameField, text: string, sounds: string][], string, string>

interface SearchBookTable {
  bookId: string
  folded: string
  pinyin: string
  names: ItemNames
  tokens: string
  weight: number
  people: Generated<string[]>
  tier: Generated<number>
}

interface SearchVideoTable {
  videoId: string
  folded: string
  pinyin: string
  names: ItemNames
  tokens: string
}

interface SearchNameTable {
  kind: 'person' | 'tag' | 'place' | 'tour'
  id: string
  name: string
  variant: Generated<string>
  syllables: string
  folded: string
  pinyin: string
  tokens: string
  weight: number
  tier: Generated<number>
}
