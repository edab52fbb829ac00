import type { OpdsBook } from './opds-queries.ts'

/** A path within the catalogue, relative to the root of either format; the path of the root is empty. */
export type OpdsPath = '' | `/${string}`

export interface OpdsLink {
  path: OpdsPath
  title: string
  /** A short description of the target. */
  remark?: string
  count?: number
  /** The relation of the target to the list, if it is more than a sub-list. */
  rel?: string
  kind: 'navigation' | 'acquisition'
}

export interface Facet {
  group: string
  links: { path: OpdsPath; title: string; isActive: boolean; count?: number }[]
}

/** One list of the catalogue, of further lists or of books, independent of the format it is written in. */
export interface OpdsList {
  path: OpdsPath
  /** The path of the first page, which identifies the list. */
  firstPath: OpdsPath
  title: string
  subtitle?: string
  updated: Date
  /** The path of the parent list; the root has none. */
  up?: OpdsPath
  navigation?: OpdsLink[]
  books?: OpdsBook[]
  /** Previews of lists: a link to the complete list and its first books, for formats that support groups. */
  groups?: { link: OpdsLink; books: OpdsBook[] }[]
  facets?: Facet[]
  /** The number of books on all pages together. */
  total?: number
  perPage?: number
  nextPath?: OpdsPath
}

export const acquisition = 'http://opds-spec.org/acquisition/open-access'
export const entryMedia = { epub: 'application/epub+zip', txt: 'text/plain' } as const

/** The absolute paths of the roots of both formats. */
export const opdsRoots = { atom: '/opds', json: '/opds/v2' } as const

export function searchPath(query: string, page: number): OpdsPath {
  return `/search?${new URLSearchParams({ q: query, ...(page > 1 && { page: String(page) }) })}`
}
