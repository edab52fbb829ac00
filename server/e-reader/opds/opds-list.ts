import type { OpdsBook } from './opds-queries.ts'

/** An address within the catalogue, below where either format has its root; the root's is empty. */
export type OpdsPath = '' | `/${string}`

export interface OpdsLink {
  path: OpdsPath
  title: string
  /** What to expect there. */
  remark?: string
  count?: number
  /** What it is to the feed it stands in, beyond being below it. */
  rel?: string
  kind: 'navigation' | 'acquisition'
}

export interface Facet {
  group: string
  links: { path: OpdsPath; title: string; isActive: boolean; count?: number }[]
}

/** One list of the catalogue, whichever format it is written in: of further lists, or of books. */
export interface OpdsList {
  path: OpdsPath
  /** Of its first page, by which the list is known. */
  firstPath: OpdsPath
  title: string
  subtitle?: string
  updated: Date
  /** Where it is found; the root is nowhere. */
  up?: OpdsPath
  navigation?: OpdsLink[]
  books?: OpdsBook[]
  /** Books shown below the links to the whole of their lists, where a format has that. */
  groups?: { link: OpdsLink; books: OpdsBook[] }[]
  facets?: Facet[]
  /** Of all its pages. */
  total?: number
  perPage?: number
  nextPath?: OpdsPath
}

export const acquisition = 'http://opds-spec.org/acquisition/open-access'
export const entryMedia = { epub: 'application/epub+zip', txt: 'text/plain' } as const

/** Addresses of the two formats' roots, whole. */
export const opdsRoots = { atom: '/opds', json: '/opds/v2' } as const

export function searchPath(query: string, page: number): OpdsPath {
  return `/search?${new URLSearchParams({ q: query, ...(page > 1 && { page: String(page) }) })}`
}
