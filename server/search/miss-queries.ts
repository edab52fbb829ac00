import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'
import { compactText } from '#server/search/text/fold-text.ts'

const kept = 1000
const most = 2000
const longest = 40

/** Remembers that a search found nothing; what may be somebody's address or number is not kept. */
export async function recordMiss(db: Db, typed: string) {
  const query = typed
    .normalize('NFC')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
  const folded = compactText(query)
  if (folded === '' || [...query].length > longest || /@|\d{11}/.test(query.replace(/[-\s]/g, ''))) return
  // Whoever floods the site with nonsense fills the list no further than this.
  await sql`insert into search_miss (folded, query) select ${folded}, ${query}
    where (select count(*) from search_miss) < ${most} or exists (select from search_miss where folded = ${folded})
    on conflict (folded) do update set count = search_miss.count + 1, last_time = now()`.execute(db)
}

export async function listMisses(db: Db) {
  const rows = await db
    .selectFrom('searchMiss')
    .select(['query', 'count', 'lastTime'])
    .orderBy('count', 'desc')
    .orderBy('lastTime', 'desc')
    .limit(200)
    .execute()
  return rows.map(({ lastTime, ...row }) => ({ ...row, lastTime: lastTime.toISOString() }))
}

export async function removeMiss(db: Db, typed: string) {
  await db.deleteFrom('searchMiss').where('folded', '=', compactText(typed)).execute()
}

/** Leaves the most frequent. */
export async function trimMisses(db: Db) {
  await sql`delete from search_miss where folded in (
    select folded from search_miss order by count desc, last_time desc offset ${kept})`.execute(db)
}
