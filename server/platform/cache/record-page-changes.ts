import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'
import { topic, type Topic } from './topics.ts'

/** Topics of the facts, ratings and comments that the page of one book, video, person or place shows. */
const pageTopic = /^(?:card:)?(?:book|video|person|place):(?<id>[\da-f-]{36})$/

/**
 * Takes invalidated topics, and records in the sitemap that the pages with these topics have changed. Returns the topic
 * of the sitemap if there are such pages. Rows that another transaction has locked are skipped, so that editors need
 * not wait for each other: the other transaction records a change of the same pages.
 */
export async function recordPageChanges(db: Db, topics: Topic[]): Promise<Topic[]> {
  const ids = [...new Set(topics.flatMap((name) => pageTopic.exec(name)?.groups?.['id'] ?? []))]
  if (ids.length === 0) return []
  await sql`
    update sitemap_page set changed_at = now() where id in (
      select id from sitemap_page where id = any(${ids}::uuid[]) and changed_at < now()::timestamptz(3) for update skip locked
    )`.execute(db)
  return [topic.sitemap]
}
