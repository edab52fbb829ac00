import { createHmac, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { fail } from '#shared/api/failure.ts'
import { outageOf } from '#server/call/outage.ts'
import type { Db } from '#server/db/schema.ts'
import { compactText } from '#server/search/text/fold-text.ts'
import { saveSetting } from '#server/setting/write-setting.ts'

const maxQueryLength = 40
/** The largest number of choices by one visitor that count on one day. */
const maxPerVoter = 60
/** The largest number of pairs of query and book that are stored for one day, even if somebody floods the site. */
const maxPerDay = 20_000
/** The setting that holds the key of the hashes of visitors. `learnFromChoices` deletes it every day. */
export const voterKeySetting = 'searchVoterKey'

/**
 * Counts that a visitor has chosen a book for a query, once for each visitor, query and day. Throws `invalid` for a
 * query without letters and `missing` for a book that does not exist. `visitor` is an IP address; the database gets
 * only a hash of it, whose key is deleted after the day. Queries that may contain an email address or a phone number
 * are not stored, nor is anything while the database is read-only.
 */
export async function recordChoice(db: Db, typed: string, bookId: string, visitor: string) {
  const folded = compactText(typed)
  const isPrivate = /@|\d{11}/.test(typed.replace(/[-\s]/g, '')) && !/^97[89]/.test(folded)
  if (folded === '') fail('invalid', '搜索的词里要有字', { fields: { query: '要有字' } })
  if ((await db.selectFrom('book').select('id').where('id', '=', bookId).executeTakeFirst()) === undefined)
    fail('missing', '没有这本书，它可能已被移除')
  if ([...folded].length > maxQueryLength || isPrivate) return
  try {
    const key = await saveSetting(db, voterKeySetting, () => randomBytes(32).toString('base64url'))
    const voter = createHmac('sha256', key).update(visitor).digest('base64url').slice(0, 22)
    await db.transaction().execute((db) => countOnce(db, { folded, bookId, voter }))
  } catch (error) {
    if (outageOf(error) !== 'readOnly') throw error
  }
}

async function countOnce(db: Db, { folded, bookId, voter }: Record<'folded' | 'bookId' | 'voter', string>) {
  // The largest numbers may be exceeded slightly by simultaneous choices.
  const { rows } = await sql`insert into search_voter (voter, folded) select ${voter}, ${folded}
    where (select count(*) from search_voter where voter = ${voter} and day = current_date) < ${maxPerVoter}
    and (select count(*) from (select from search_choice where day = current_date limit ${maxPerDay}) today) < ${maxPerDay}
    on conflict do nothing returning voter`.execute(db)
  if (rows.length === 0) return
  await sql`insert into search_choice (folded, book_id) select ${folded}, id from book where id = ${bookId}
    on conflict (folded, book_id, day) do update set count = search_choice.count + 1`.execute(db)
}
