import { createHmac, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Item, ItemType } from '#shared/api/item.ts'
import { softInvalidate } from '#server/platform/cache/changes.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { saveSetting } from '#server/platform/setting/write-setting.ts'
import { topic } from '#server/platform/cache/topics.ts'

/**
 * Milliseconds between two writes of page views to the database. A process that is killed loses the views of this
 * interval.
 */
const flushInterval = 5000
/**
 * When this many page views wait to be written, the counter writes them at once, so that a flood of requests cannot
 * fill the memory.
 */
const maxWaiting = 2000
/** Minutes within which several page views of a book or video by the same viewer count as one. */
const oneViewMinutes = 30

interface View {
  item: Item
  viewer: string
}

/**
 * Counts the page views of books and videos: it collects views in memory for a few seconds and then writes them
 * together. The database records the views of the last half hour, so that a view counts once even when several server
 * processes report it.
 */
export class ViewCounter {
  #db: Db
  #failed: (error: unknown) => void
  #waiting: View[] = []
  /**
   * The page views of books and videos that this server process has already written. This cache spares the database
   * most repeated views.
   */
  #seen = new LRUCache<string, true>({ max: 20_000, ttl: oneViewMinutes * 60_000 })
  #timer: NodeJS.Timeout | undefined

  constructor(db: Db, failed: (error: unknown) => void) {
    this.#db = db
    this.#failed = failed
  }

  start() {
    this.#timer = setInterval(() => void this.flush(), flushInterval)
    this.#timer.unref()
  }

  async stop() {
    clearInterval(this.#timer)
    await this.flush()
  }

  /**
   * Records a page view of a book or video. The viewer is a user id, or an IP address for visitors who are not signed
   * in.
   */
  add(item: Item, viewer: string) {
    const key = `${viewer} ${item.itemType} ${item.itemId}`
    if (this.#seen.has(key)) return
    this.#seen.set(key, true)
    this.#waiting.push({ item, viewer })
    if (this.#waiting.length >= maxWaiting) void this.flush()
  }

  /** Writes the collected page views to the database. If the write fails, they stay in memory for the next attempt. */
  async flush() {
    const views = this.#waiting
    this.#waiting = []
    for (const itemType of ['book', 'video'] as const) {
      const ofType = views.filter(({ item }) => item.itemType === itemType)
      if (ofType.length === 0) continue
      try {
        await writeViews(this.#db, itemType, ofType)
      } catch (error) {
        this.#failed(error)
        if (this.#waiting.length < maxWaiting) this.#waiting.push(...ofType)
      }
    }
  }
}

async function writeViews(db: Db, itemType: ItemType, views: View[]) {
  // The database stores a keyed hash of the viewer instead of the user id or IP address.
  const key = await saveSetting(db, 'viewKey', () => randomBytes(32).toString('base64url'))
  const hashOf = (viewer: string) => createHmac('sha256', key).update(viewer).digest('base64url').slice(0, 22)
  await db.transaction().execute(async (db) => {
    const ids = views.map(({ item }) => item.itemId)
    const viewers = views.map(({ viewer }) => hashOf(viewer))
    // The SQL statement sorts the page views it inserts, so that two server processes which write the same rows lock
    // them in the same order and cannot deadlock.
    const { rows } = await sql<{ itemId: string }>`
      insert into recent_view (item_type, item_id, viewer)
      select distinct ${itemType}, item_id, viewer from unnest(${ids}::uuid[], ${viewers}::text[]) as seen(item_id, viewer)
      order by item_id, viewer
      on conflict (item_type, item_id, viewer) do update set viewed_at = now()
        where recent_view.viewed_at < now() - make_interval(mins => ${oneViewMinutes})
      returning item_id`.execute(db)
    const counted = rows.map(({ itemId }) => itemId)
    if (counted.length === 0) return
    await sql`select from ${sql.table(itemType)} where id = any(${counted}) order by id for no key update`.execute(db)
    await sql`update ${sql.table(itemType)} item set views = views + seen.count
      from (select id, count(*) from unnest(${counted}::uuid[]) as ids(id) group by id) as seen where item.id = seen.id`.execute(
      db,
    )
    // Only videos show their number of page views, so pages of books need no invalidation.
    if (itemType === 'video')
      await softInvalidate(db, ...[...new Set(counted)].map((itemId) => topic.reactions({ itemType, itemId })))
  })
}

/** Deletes the records of page views that are older than half an hour. */
export async function sweepViews(db: Db) {
  await sql`delete from recent_view where viewed_at < now() - make_interval(mins => ${oneViewMinutes})`.execute(db)
}
