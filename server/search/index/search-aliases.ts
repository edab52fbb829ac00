import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import { compactText, foldText, runsOf } from '#server/engines/text/fold-text.ts'
import { latinWords } from '#server/engines/text/search-tokens.ts'
import { writeWords } from './search-words.ts'

const maxVariants = 3
/**
 * The longest chain of search aliases that is followed, where an alias points to a name that is itself an alias. The
 * limit ends loops, which editors can create by mistake.
 */
const maxSteps = 5

/**
 * Returns a variant of the query text for each search alias that occurs in it: the alias is replaced by the name it
 * stands for.
 */
export async function listMeanings(db: Db, typed: string): Promise<string[]> {
  const folded = foldText(typed).text
  const compact = folded.replaceAll(' ', '')
  if (compact === '') return []
  const { rows } = await sql<{ folded: string; name: string }>`
    select folded, name from search_alias where is_active and position(folded in ${compact}) > 0
    order by length(folded) desc limit 10`.execute(db)
  const words = new Set(runsOf(folded).map(({ text }) => text))
  // A Latin alias must match a whole word; otherwise the alias `po` would match inside most pinyin.
  const matching = rows.filter((row) => words.has(row.folded) || row.folded === compact || runsOf(row.folded)[0]?.isHan)
  const meanings = await followNames(db, matching.slice(0, maxVariants))
  return meanings.map((row) =>
    (folded.includes(row.folded) ? folded : compact).replace(row.folded, () => ` ${row.name} `),
  )
}

/**
 * Follows chains of search aliases: if an alias points to a name that has become an alias itself after a merge, the
 * current name is used.
 */
async function followNames<T extends { name: string }>(db: Db, rows: T[]): Promise<T[]> {
  let followed = rows
  for (let steps = 0; steps < maxSteps && followed.length > 0; steps++) {
    const next = await db
      .selectFrom('searchAlias')
      .select(['folded', 'name'])
      .where('isActive', '=', true)
      .where(
        'folded',
        'in',
        followed.map(({ name }) => compactText(name)),
      )
      .execute()
    if (next.length === 0) break
    const names = new Map(next.map(({ folded, name }) => [folded, name]))
    followed = followed.map((row) => ({ ...row, name: names.get(compactText(row.name)) ?? row.name }))
  }
  return followed
}

export async function listAliases(db: Db) {
  const rows = await db
    .selectFrom('searchAlias')
    .select(['alias', 'name', 'createTime'])
    .where('isActive', '=', true)
    .orderBy('createTime', 'desc')
    .orderBy('folded')
    .limit(2000)
    .execute()
  return rows.map(({ createTime, ...row }) => ({ ...row, createTime: createTime.toISOString() }))
}

/** Adds a search alias that stands for a name, or changes the name for which an existing alias stands. */
export async function putAlias(db: Db, alias: string, name: string) {
  const values = { folded: compactText(alias), alias, name, isActive: true }
  await db
    .insertInto('searchAlias')
    .values(values)
    .onConflict((conflict) => conflict.column('folded').doUpdateSet(values))
    .execute()
  await writeWords(db, latinWords(alias))
}

/** Deactivates a search alias. Returns false if there was no active alias of this name. */
export async function removeAlias(db: Db, alias: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('searchAlias')
    .set({ isActive: false })
    .where('folded', '=', compactText(alias))
    .where('isActive', '=', true)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Adds the search aliases of the book catalogue. Existing aliases, including those that editors changed or removed, are
 * left unchanged.
 */
export async function seedAliases(db: Db, aliases: [alias: string, name: string][]) {
  const rows = aliases.map(([alias, name]) => ({ folded: compactText(alias), alias, name }))
  if (rows.length === 0) return
  await db
    .insertInto('searchAlias')
    .values(rows)
    .onConflict((conflict) => conflict.column('folded').doNothing())
    .execute()
  await writeWords(
    db,
    aliases.flatMap(([alias]) => latinWords(alias)),
  )
}
