import { createHmac, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { ItemType } from '#shared/api/place/mark.ts'
import { invalidate } from '#server/cache/changes.ts'
import type { Db } from '#server/db/schema.ts'
import { saveSetting } from '#server/setting/setting-queries.ts'
import { type Item, topic } from '#server/cache/topics.ts'

/** Milliseconds between two writes; a node that is killed loses the views of that time. */
const pause = 5000
/** With more views waiting they are written at once, so that nobody can fill the memory. */
const most = 2000
/** The same caller looking at the same item again counts once in this time. */
const oneViewMinutes = 30

interface View {
  item: Item
  viewer: string
}

/**
 * Counts views: collects them in memory for a few seconds, then writes them together. The database remembers who looked at
 * what in the last half hour, so that a view counts once however many nodes hear of it.
 */
export class ViewCounter {
  #db: Db
  #failed: (error: unknown) => void
  #waiting: View[] = []
  /** Views this node has already written; remembering them spares the database most repetitions. */
  #seen = new LRUCache<string, true>({ max: 20_000, ttl: oneViewMinutes * 60_000 })
  #timer: NodeJS.Timeout | undefined

  constructor(db: Db, failed: (error: unknown) => void) {
    this.#db = db
    this.#failed = failed
  }

  start() {
    this.#timer = setInterval(() => void this.flush(), pause)
    this.#timer.unref()
  }

  async stop() {
    clearInterval(this.#timer)
    await this.flush()
  }

  /** Somebody, known by account or address, looks at an item. */
  add(item: Item, viewer: string) {
    const key = `${viewer} ${item.itemType} ${item.itemId}`
    if (this.#seen.has(key)) return
    this.#seen.set(key, true)
    this.#waiting.push({ item, viewer })
    if (this.#waiting.length >= most) void this.flush()
  }

  /** Writes the views that wait; where that fails they wait on. */
  async flush() {
    const views = this.#waiting
    this.#waiting = []
    for (const itemType of ['book', 'video'] as const) {
      const some = views.filter(({ item }) => item.itemType === itemType)
      if (some.length === 0) continue
      try {
        await writeViews(this.#db, itemType, some)
      } catch (error) {
        this.#failed(error)
        if (this.#waiting.length < most) this.#waiting.push(...some)
      }
    }
  }
}

async function writeViews(db: Db, itemType: ItemType, views: View[]) {
  // The database holds no addresses: a viewer is a keyed hash.
  const key = await saveSetting(db, 'viewKey', () => randomBytes(32).toString('base64url'))
  const hashOf = (viewer: string) => createHmac('sha256', key).update(viewer).digest('base64url').slice(0, 22)
  await db.transaction().execute(async (db) => {
    const ids = views.map(({ item }) => item.itemId)
    const viewers = views.map(({ viewer }) => hashOf(viewer))
    // Sorted, so that two nodes which write the same rows take them in the same order.
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
    // Only the pages of videos show the number.
    if (itemType === 'video')
      await invalidate(db, ...[...new Set(counted)].map((itemId) => topic.reactions({ itemType, itemId })))
  })
}

/** Forgets who looked at what more than half an hour ago. */
export async function sweepViews(db: Db) {
  await sql`delete from recent_view where viewed_at < now() - make_interval(mins => ${oneViewMinutes})`.execute(db)
}
