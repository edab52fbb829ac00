import { matchRoutes, type RouteObject } from 'react-router'
import { isId, missingId } from '#shared/id.ts'
import { type NamedKind, type PageQuery, readQuery, writeQuery } from './page-query.ts'

/** Rules by which the URL of a page is parsed: its query parameters, and the id in its path. */
export interface AddressRules {
  query?: PageQuery<object>
  /** Kind of the item (such as a book) whose id stands in the URL's path at the position of `:id`. */
  id?: NamedKind
  /** Words that may stand in the path of the URL at the position of the id, such as `new`. */
  words?: readonly string[]
}

export interface Named {
  kind: NamedKind
  value: string
}

/**
 * Result of parsing the URL of a page. All ways to write the same URL give the same `address`, the canonical path and
 * query.
 */
export interface PageAddress {
  address: string
  /** Items that the URL refers to; the server checks that they exist before it renders the page. */
  named: Named[]
  /**
   * Whether parts of the query were left out because they refer to items that do not exist. The server then redirects
   * to `address`.
   */
  needsRedirect: boolean
}

/**
 * For each kind of item, the value that replaces a reference to an item that does not exist, so that all such URLs are
 * the same; null leaves the reference out of the URL.
 */
const placeholders: Record<NamedKind, string | null> = {
  book: missingId,
  video: missingId,
  person: missingId,
  user: missingId,
  place: missingId,
  tour: missingId,
  mark: `${missingId}.${missingId}`,
  connected: `book.${missingId}`,
  cursor: 'x',
  tag: null,
  placeName: null,
  region: null,
  file: null,
}
/** The canonical path of the error page, which all unknown paths share. */
const unknownPath: PageAddress = { address: '/404', named: [], needsRedirect: false }

/**
 * Parses the path and query of a URL by the rules of the matching route. `isMissing` returns whether an item that the
 * URL refers to does not exist.
 */
export function readPageAddress(
  routes: RouteObject[],
  url: string,
  isMissing: (named: Named) => boolean = () => false,
): PageAddress {
  const [rawPath = '', rawQuery = ''] = url.replace(/^https?:\/\/[^/?]*/, '').split(/\?(.*)/s)
  const path = `/${rawPath.replace(/^\/+|\/+$/g, '')}`
  const matches = /^[\w/-]*$/.test(path) && !path.includes('//') ? (matchRoutes(routes, path) ?? []) : []
  const match = matches.at(-1)
  const rules = (match?.route.handle as { address?: AddressRules } | undefined)?.address
  if (match === undefined || rules === undefined) return unknownPath
  const named: Named[] = []
  let needsRedirect = false
  const resolve = (kind: NamedKind | undefined, value: string): string | null => {
    if (kind === undefined || value === placeholders[kind]) return value
    if (!isMissing({ kind, value })) return (named.push({ kind, value }), value)
    needsRedirect ||= placeholders[kind] === null
    return placeholders[kind]
  }
  const { id } = match.params
  const base = matches.at(-2)?.pathnameBase.replace(/\/$/, '') ?? ''
  const isNamed = id !== undefined && !rules.words?.includes(id)
  const found = isNamed
    ? `${base}/${match.route.path?.replace(':id', (isId(id) && resolve(rules.id, id)) || missingId)}`
    : path
  const query = rules.query ?? {}
  const written = writeQuery(query, readQuery(query, new URLSearchParams(rawQuery))).flatMap(
    ({ name, names, text }) => {
      const value = resolve(names, text)
      return value === null ? [] : [[name, value]]
    },
  )
  const address = written.length > 0 ? `${found}?${new URLSearchParams(written)}` : found
  return { address, named, needsRedirect }
}
