import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'
import { voterKeySetting } from './record-choice.ts'

/**
 * A choice (a visitor opened this book from the results of a query) counts half as much after this number of days, a
 * quarter after twice as many, and so on.
 */
const halfLifeDays = 30
/** Days after which a choice is deleted. */
const retentionDays = 120
/** A book needs this many choices, on at least this many days, before the choices affect the ranking. */
const leastVotes = 4
const leastDays = 2
/**
 * This number is added to the number of all choices for a query before the share of a book is computed, so that a few
 * choices give a book only a small share.
 */
const assumedVotes = 6
/**
 * The points that the ranking adds to a book that got all choices for a query. This is less than the difference between
 * a match of a whole title and a match of the beginning of a title, so choices never reverse these two.
 */
const maxPoints = 8

/**
 * Computes from the stored choices what the ranking has learned, and deletes old choices and the hashes of the visitors
 * of earlier days together with the key of these hashes. Opens its own transactions.
 */
export async function learnFromChoices(db: Db) {
  await db.transaction().execute(async (db) => {
    // The lock makes concurrent runs of this job wait for each other, because two runs must not both insert the learned
    // points.
    await sql`lock table search_learned in share row exclusive mode`.execute(db)
    await sql`delete from search_choice where day < current_date - ${retentionDays}::integer`.execute(db)
    await sql`delete from search_learned`.execute(db)
    await sql`
      insert into search_learned (folded, book_id, votes, share, points)
      select folded, book_id, votes, votes / total, ${maxPoints}::float8 * votes / (total + ${assumedVotes}::float8)
      from (
        select *, sum(votes) over (partition by folded) as total
        from (
          select folded, book_id, count(*) as days,
            sum(count * power(0.5, (current_date - day) / ${halfLifeDays}::float8)) as votes
          from search_choice group by folded, book_id
        ) counted
      ) shared
      where votes >= ${leastVotes} and days >= ${leastDays}`.execute(db)
  })
  await sql`delete from search_voter where day < current_date`.execute(db)
  await db.deleteFrom('setting').where('name', '=', voterKeySetting).execute()
}
