import { isId, missingId } from '#shared/id.ts'

/**
 * Kinds of items that a page's URL can refer to. The server checks that such an item exists before it renders the page.
 */
export type NamedKind =
  | 'book'
  | 'video'
  | 'person'
  | 'user'
  | 'tag'
  | 'place'
  | 'placeName'
  | 'region'
  | 'tour'
  | 'mark'
  | 'connected'
  | 'file'
  | 'cursor'

/**
 * One query parameter of a page. Parsing accepts any text and treats invalid values as absent. The checks are plain
 * functions rather than zod schemas, because the browser bundle does not include zod.
 */
interface Parameter<T> {
  name: string
  /**
   * Kind of the items whose ids or names the query parameter contains; absent if the parameter does not refer to items.
   */
  names?: NamedKind
  read(values: string[]): T | undefined
  /** Converts a value of the query parameter to texts for the URL; the default value gives an empty list. */
  write(value: T): string[]
}

/**
 * The query parameters of a page, keyed by the names that the page's loader uses. The canonical URL has the parameters
 * in this order.
 */
export type PageQuery<T> = { [Key in keyof T]-?: Parameter<Exclude<T[Key], undefined>> }

export function readQuery<T extends object>(query: PageQuery<T>, params: URLSearchParams): T {
  const read = Object.entries<Parameter<unknown>>(query).map(([key, one]) => [key, one.read(params.getAll(one.name))])
  return Object.fromEntries(read.filter(([, value]) => value !== undefined))
}

/** Returns a path with the given query parameters; parameters that have their default value are left out. */
export function pageHref<T extends object>(path: string, query: PageQuery<T>, values: T): string {
  const written = writeQuery(query, values).map(({ name, text }) => [name, text])
  return written.length > 0 ? `${path}?${new URLSearchParams(written)}` : path
}

export function writeQuery<T extends object>(query: PageQuery<T>, values: T) {
  return Object.entries<Parameter<unknown>>(query).flatMap(([key, { name, names, write }]) => {
    const value = (values as Record<string, unknown>)[key]
    return value === undefined || value === null ? [] : write(value).map((text) => ({ name, names, text }))
  })
}

const maxTags = 8
const maxTagLength = 30

/**
 * Query parameter for tag names, without duplicates and in a fixed order, so that the same filter always has the same
 * URL.
 */
export const tagNames: Parameter<string[]> = {
  name: 'tag',
  names: 'tag',
  read: (values) =>
    [...new Set(values.map((value) => value.trim()))]
      .filter((value) => value !== '' && value.length <= maxTagLength && !/\p{Cc}/u.test(value))
      .toSorted()
      .slice(0, maxTags),
  write: (tags) => tags.toSorted(),
}

/** A query parameter with a fixed set of values; the default value is left out of the URL. */
export function oneOf<T extends string>(name: string, known: readonly T[], byDefault?: NoInfer<T>): Parameter<T> {
  return {
    name,
    read: ([value]) => known.find((one) => one === value) ?? byDefault,
    write: (value) => (value === byDefault ? [] : [value]),
  }
}

export function flag(name: string): Parameter<boolean> {
  return { name, read: ([value]) => value === '1', write: (value) => (value ? ['1'] : []) }
}

/** A query parameter whose value is free text. */
export function words(name: string, maxLength: number): Parameter<string> {
  return { name, read: ([value]) => value?.trim().slice(0, maxLength) || undefined, write: (value) => [value] }
}

/** Query parameter for a name. The server checks that there is something with this name. */
export function knownName(name: string, names: NamedKind): Parameter<string> {
  return {
    name,
    names,
    read: ([value]) => (value && value.length <= 60 && !/\p{Cc}/u.test(value) ? value.trim() || undefined : undefined),
    write: (value) => [value],
  }
}

/**
 * Query parameter for the cursor of a paged list. The server returned the cursor with the previous page of the list.
 */
export const cursor: Parameter<string> = {
  name: 'cursor',
  names: 'cursor',
  read: ([value]) => (!value ? undefined : /^[\w-]{1,500}$/.test(value) ? value : 'x'),
  write: (value) => [value],
}

/** Query parameter for an id. Any text that is not an id is treated as the id of an item that does not exist. */
export function idOf(name: string, names: NamedKind): Parameter<string> {
  return {
    name,
    names,
    read: ([value]) => (value ? (isId(value) ? value : missingId) : undefined),
    write: (value) => [value],
  }
}
