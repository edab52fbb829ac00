import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'
import { latinWords } from '#server/search/text/search-tokens.ts'
import { writeWords } from './word-queries.ts'
import { compactText, foldText, runsOf } from '#server/search/text/fold-text.ts'

const maxVariants = 3
/** Of a chain of names; editors may close one to a ring. */
const maxSteps = 5

/** What else the typed words may mean: each alias in them replaced by the name it stands for. */
export async function listMeanings(db: Db, typed: string): Promise<string[]> {
  const folded = foldText(typed).text
  const compact = folded.replaceAll(' ', '')
  if (compact === '') return []
  const { rows } = await sql<{ folded: string; name: string }>`
    select folded, name from search_alias where is_active and position(folded in ${compact}) > 0
    order by length(folded) desc limit 10`.execute(db)
  const words = new Set(runsOf(folded).map(({ text }) => text))
  // A Latin alias counts as a word only, or `po` would be read out of every pinyin.
  const meant = rows.filter((row) => words.has(row.folded) || row.folded === compact || runsOf(row.folded)[0]?.isHan)
  const meanings = await followNames(db, meant.slice(0, maxVariants))
  return meanings.map((row) =>
    (folded.includes(row.folded) ? folded : compact).replace(row.folded, () => ` ${row.name} `),
  )
}

/** What stands for a name that has since become an alias itself, as in a chain of merges, stands for what that is called now. */
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

/** Makes an alias stand for a name; one that stood for another now stands for this. */
export async function putAlias(db: Db, alias: string, name: string) {
  const values = { folded: compactText(alias), alias, name, isActive: true }
  await db
    .insertInto('searchAlias')
    .values(values)
    .onConflict((conflict) => conflict.column('folded').doUpdateSet(values))
    .execute()
  await writeWords(db, latinWords(alias))
}

/** Whether there was one to remove. */
export async function removeAlias(db: Db, alias: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('searchAlias')
    .set({ isActive: false })
    .where('folded', '=', compactText(alias))
    .where('isActive', '=', true)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Aliases of the catalogue that are not known yet; what editors changed or removed stays so. */
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
