import { isId, missingId } from '#shared/id.ts'

/** Kinds of items that an address can name; the server checks that a named item exists before it renders the page. */
export type NamedKind = 'book' | 'video' | 'user' | 'tag' | 'place' | 'tour' | 'mark' | 'file' | 'cursor'

/**
 * One query parameter of a page. Parsing accepts any text and treats invalid values as absent. The checks are plain
 * functions rather than zod schemas, because the browser bundle does not include zod.
 */
interface Parameter<T> {
  name: string
  /** The kind of items that the values name, if any. */
  names?: NamedKind
  read(values: string[]): T | undefined
  /** Returns the texts of a value; an empty list for the default value. */
  write(value: T): string[]
}

/** The query parameters of a page, by the names its loader uses. Their order is the order in the canonical address. */
export type PageQuery<T> = { [Key in keyof T]-?: Parameter<Exclude<T[Key], undefined>> }

export function readQuery<T extends object>(query: PageQuery<T>, params: URLSearchParams): T {
  const read = Object.entries<Parameter<unknown>>(query).map(([key, one]) => [key, one.read(params.getAll(one.name))])
  return Object.fromEntries(read.filter(([, value]) => value !== undefined))
}

/** Returns the address of a page with these query values. */
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

/** Tag names without duplicates and in a fixed order, so that the same filter always has the same address. */
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

/** A parameter with a fixed set of values; the default is not written. */
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

/** The cursor of a list page, as the previous page returned it. */
export const cursor: Parameter<string> = {
  name: 'cursor',
  names: 'cursor',
  read: ([value]) => (!value ? undefined : /^[\w-]{1,500}$/.test(value) ? value : 'x'),
  write: (value) => [value],
}

/** An id. Any other text is read as the id of a missing item. */
export function idOf(name: string, names: NamedKind): Parameter<string> {
  return {
    name,
    names,
    read: ([value]) => (value ? (isId(value) ? value : missingId) : undefined),
    write: (value) => [value],
  }
}
