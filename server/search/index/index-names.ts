import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import { compactText } from '#server/engines/text/fold-text.ts'
import {
  furtherNameTokens,
  isShortName,
  latinWords,
  mainNameTokens,
  titleTokens,
} from '#server/engines/text/search-tokens.ts'
import { spellPinyin } from '#server/engines/text/spell-pinyin.ts'
import { listNamed, type Named, type NameKey, type NameKind } from './list-named.ts'
import { lockIndex } from './lock-index.ts'
import { writeWords } from './search-words.ts'

/** One row of the index of names. `variant` is a further name of the person or place, or empty for the main name. */
interface NameRow {
  kind: NameKind
  id: string
  name: string
  variant: string
  weight: number
}

/**
 * Updates the index entries of people, tags and places from their names and books, and of tours from their stops. An
 * entry is removed if no book, life of a person or stop of a tour refers to its person, tag, place or tour. The caller
 * must hold the index lock.
 */
export async function indexNames(db: Db, keys: NameKey[]) {
  if (keys.length === 0) return
  const named = await listNamed(db, keys)
  const wanted = new Map(named.flatMap(toRows).map((row) => [keyOf(row), row]))
  const stored = new Map((await listStored(db, keys, named)).map((row) => [keyOf(row), row]))
  const removed = [...stored].flatMap(([key, row]) => (wanted.has(key) ? [] : [row]))
  const isRenamed = (row: NameRow, before: NameRow) => row.variant === '' && row.name !== before.name
  const written: NameRow[] = []
  const changed: NameRow[] = []
  for (const [key, row] of wanted) {
    const before = stored.get(key)
    if (before === undefined || isRenamed(row, before)) written.push(row)
    else if (row.weight !== before.weight || row.name !== before.name) changed.push(row)
  }
  await removeRows(db, removed)
  await updateRows(db, changed)
  await writeRows(db, written)
}

const keyOf = ({ kind, id, variant }: NameRow) => `${kind}:${id}:${variant}`

/**
 * Returns the rows of the index for all names of a person, tag, place or tour. Names that a search treats alike share
 * one row.
 */
function toRows({ kind, id, name, variants, weight }: Named): NameRow[] {
  const seen = new Set([compactText(name), ''])
  const further = variants.filter((variant) => {
    const compact = compactText(variant)
    return !seen.has(compact) && seen.add(compact)
  })
  return ['', ...further].map((variant) => ({ kind, id, name, variant, weight }))
}

/**
 * Returns the rows that the index has for these people, and for tags, places and tours that have one of the given names
 * now or had it when their rows were written.
 */
async function listStored(db: Db, keys: NameKey[], named: Named[]): Promise<NameRow[]> {
  const ids = [...named, ...keys].flatMap((one) => ('id' in one ? [one.id] : []))
  const isKnown = new Set(named.map(({ kind, name }) => `${kind}:${name}`))
  const former = keys.flatMap((key) => (key.kind === 'person' || isKnown.has(`${key.kind}:${key.name}`) ? [] : [key]))
  if (former.length > 0) ids.push(...(await listFormerIds(db, former)))
  const { rows } = await sql<NameRow>`
    select kind, id, name, variant, weight from search_name
    where kind in ('person', 'tag', 'place', 'tour') and id = any(${ids}::uuid[])`.execute(db)
  return rows
}

/** Returns the ids of the tags, places and tours that had one of the names when their rows were written. */
async function listFormerIds(db: Db, former: { kind: NameKind; name: string }[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from search_name
      join unnest(${former.map(({ kind }) => kind)}::text[], ${former.map(({ name }) => name)}::text[]) as former(kind, name)
        using (kind, name)
    where folded = any(${former.map(({ name }) => compactText(name))}::text[]) and variant = ''`.execute(db)
  return rows.map(({ id }) => id)
}

async function removeRows(db: Db, rows: NameRow[]) {
  if (rows.length === 0) return
  await sql`delete from search_name using ${unnested(rows)}
    where search_name.kind = one.kind and search_name.id = one.id and search_name.variant = one.variant`.execute(db)
}

async function updateRows(db: Db, rows: NameRow[]) {
  if (rows.length === 0) return
  await sql`update search_name set weight = one.weight, name = one.name from ${unnested(rows)}
    where search_name.kind = one.kind and search_name.id = one.id and search_name.variant = one.variant`.execute(db)
}

function unnested(rows: NameRow[]) {
  return sql`unnest(${rows.map(({ kind }) => kind)}::text[], ${rows.map(({ id }) => id)}::uuid[],
    ${rows.map(({ name }) => name)}::text[], ${rows.map(({ variant }) => variant)}::text[],
    ${rows.map(({ weight }) => weight)}::integer[]) as one(kind, id, name, variant, weight)`
}

async function writeRows(db: Db, rows: NameRow[]) {
  for (let start = 0; start < rows.length; start += 100) {
    const values = await Promise.all(rows.slice(start, start + 100).map(toValues))
    await db
      .insertInto('searchName')
      .values(values)
      .onConflict((conflict) =>
        conflict.columns(['kind', 'id', 'variant']).doUpdateSet((eb) => ({
          name: eb.ref('excluded.name'),
          syllables: eb.ref('excluded.syllables'),
          folded: eb.ref('excluded.folded'),
          pinyin: eb.ref('excluded.pinyin'),
          tokens: eb.ref('excluded.tokens'),
          weight: eb.ref('excluded.weight'),
        })),
      )
      .execute()
  }
  await writeWords(
    db,
    rows.flatMap(({ variant }) => latinWords(variant)),
  )
}

async function toValues(row: NameRow) {
  const text = row.variant || row.name
  const sounds = await spellPinyin(text, row.kind === 'person')
  return {
    ...row,
    syllables: sounds.join(' '),
    folded: compactText(text),
    pinyin: sounds.join(''),
    tokens: sql<string>`array_to_tsvector(${tokensOf(row, sounds)}::text[])`,
  }
}

/** Returns the tokens of a row. A short further name has none, because only the whole name is looked up. */
function tokensOf({ name, variant }: NameRow, sounds: string[]): string[] {
  if (isShortName(variant) && variant !== '') return []
  const text = variant || name
  const tokens = [
    ...(variant === '' ? mainNameTokens({ text, sounds }) : furtherNameTokens({ text, sounds })),
    ...titleTokens({ text, sounds }),
  ]
  return [...new Set(tokens)]
}

/**
 * Updates the index entries of all tours and removes those of deleted tours. Must run in the transaction that changes
 * the tours; takes the index lock.
 */
export async function indexTours(db: Db) {
  await lockIndex(db)
  const { rows } = await sql<{ name: string }>`
    select title as name from tour union select name from search_name where kind = 'tour'`.execute(db)
  await indexNames(
    db,
    rows.map(({ name }) => ({ kind: 'tour', name })),
  )
}
