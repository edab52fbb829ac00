import { matchRoutes, type RouteObject } from 'react-router'
import { isId, missingId } from '#shared/id.ts'
import { type NamedKind, type PageQuery, readQuery, writeQuery } from './page-query.ts'

/** The part of a route that describes its addresses, beside its path. */
export interface AddressRules {
  query?: PageQuery<object>
  /** The kind of thing that the `:id` in its path names. */
  id?: NamedKind
  /** Texts that may stand in its path instead of an id. */
  words?: readonly string[]
}

export interface Named {
  kind: NamedKind
  value: string
}

/** Which page a URL asks for, by one address for all ways to write it. */
export interface PageAddress {
  address: string
  /** The things that the address names in the database; the server looks them up before it renders the page. */
  named: Named[]
  /** Values that name nothing were left out: the page is at `address` rather than at the URL asked for. */
  isElsewhere: boolean
}

/** Returns the stand-in for a value that names nothing, or null where the value is left out. */
const standIns: Record<NamedKind, string | null> = {
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
/** All paths that are no page are one address. */
const nowhere: PageAddress = { address: '/404', named: [], isElsewhere: false }

/** Reads a URL's path and query by the rules of the route it matches; `isMissing` tells what names nothing. */
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
  if (match === undefined || rules === undefined) return nowhere
  const named: Named[] = []
  let isElsewhere = false
  const resolve = (kind: NamedKind | undefined, value: string): string | null => {
    if (kind === undefined || value === standIns[kind]) return value
    if (!isMissing({ kind, value })) return (named.push({ kind, value }), value)
    isElsewhere ||= standIns[kind] === null
    return standIns[kind]
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
  return { address, named, isElsewhere }
}
