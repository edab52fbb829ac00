import type { OpdsBook } from './opds-queries.ts'

/**
 * A path within the OPDS catalogue, relative to the root of the catalogue in either format (Atom or JSON). The path of
 * the root itself is empty.
 */
export type OpdsPath = '' | `/${string}`

export interface OpdsLink {
  path: OpdsPath
  title: string
  /** A short description of the OPDS list that the link leads to. */
  remark?: string
  count?: number
  /**
   * The link relation (`rel`) of the linked OPDS list to the current one; undefined for a link to an ordinary sub-list.
   */
  rel?: string
  kind: 'navigation' | 'acquisition'
}

export interface Facet {
  group: string
  links: { path: OpdsPath; title: string; isActive: boolean; count?: number }[]
}

/**
 * One list of the OPDS catalogue, independent of the output format (Atom or JSON). It contains either further lists or
 * books.
 */
export interface OpdsList {
  path: OpdsPath
  /** The path of the first page of this OPDS list, which identifies the list. */
  firstPath: OpdsPath
  title: string
  subtitle?: string
  updated: Date
  /** The path of the OPDS list one level above; undefined for the root list. */
  up?: OpdsPath
  navigation?: OpdsLink[]
  books?: OpdsBook[]
  /**
   * Previews of other lists, for output formats that support them: each has a link to the complete list and its first
   * books, at least one.
   */
  groups?: { link: OpdsLink; books: OpdsBook[] }[]
  /** Links to the same list in another order or with another filter; each leads to a list with at least one book. */
  facets?: Facet[]
  /** The number of books on all pages of the OPDS list together. */
  total?: number
  perPage?: number
  nextPath?: OpdsPath
}

/** The number of books on one page of an OPDS list, small enough for one quick transfer to an e-reader. */
export const perPage = 24

export const acquisition = 'http://opds-spec.org/acquisition/open-access'
export const entryMedia = { epub: 'application/epub+zip', txt: 'text/plain' } as const

/** The absolute path of the OPDS catalogue's root in each output format. */
export const opdsRoots = { atom: '/opds', json: '/opds/v2' } as const

export function searchPath(query: string, page: number): OpdsPath {
  return `/search?${new URLSearchParams({ q: query, ...(page > 1 && { page: String(page) }) })}`
}
