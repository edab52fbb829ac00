import { matchRoutes, type RouteObject } from 'react-router'
import { isId, missingId } from '#shared/id.ts'
import { type NamedKind, type PageQuery, readQuery, writeQuery } from './page-query.ts'

/** The rules of a route for its query parameters and for the id in its path. */
export interface AddressRules {
  query?: PageQuery<object>
  /** The kind of item that the `:id` in the path names. */
  id?: NamedKind
  /** Texts that may stand in the path instead of an id. */
  words?: readonly string[]
}

export interface Named {
  kind: NamedKind
  value: string
}

/** The page that a URL asks for. All ways to write the same URL give the same `address`. */
export interface PageAddress {
  address: string
  /** Items that the address names; the server checks that they exist before it renders the page. */
  named: Named[]
  /**
   * Whether values that name missing items were left out, so that the page is at `address` rather than at the requested
   * URL.
   */
  needsRedirect: boolean
}

/** Placeholders for values that name missing items; null means that the value is left out. */
const placeholders: Record<NamedKind, string | null> = {
  book: missingId,
  video: missingId,
  user: missingId,
  place: missingId,
  tour: missingId,
  mark: `${missingId}.${missingId}`,
  cursor: 'x',
  tag: null,
  file: null,
}
/** The single address that all unknown paths share. */
const unknownPath: PageAddress = { address: '/404', named: [], needsRedirect: false }

/**
 * Parses the path and query of a URL by the rules of the matching route. `isMissing` returns whether a named item does
 * not exist.
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
