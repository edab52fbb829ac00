import { LRUCache } from 'lru-cache'
import { sql } from 'kysely'
import type { ItemType } from '#shared/api/mark.ts'
import { announce } from '#server/db/changes.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { Db } from '#server/db/schema.ts'
import { type Item, reactionsTo } from './item-topics.ts'

/** Between two writings. */
const pause = 60_000
/** Items with views not written yet; with more they are written at once, so that nobody can fill the memory. */
const most = 2000
/** The same caller looking at the same item again counts once in this time. */
const oneView = 30 * 60_000

/** Counts views in memory and writes them now and then: looking at something costs no write of its own. */
export class ViewCounter {
  #db: Db
  #failed: (error: unknown) => void
  #waiting = new Map<string, { item: Item; count: number }>()
  #seen = new LRUCache<string, true>({ max: 20_000, ttl: oneView })
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
    const key = `${item.itemType} ${item.itemId}`
    if (this.#seen.has(`${viewer} ${key}`)) return
    this.#seen.set(`${viewer} ${key}`, true)
    this.#wait(item, 1)
    if (this.#waiting.size >= most) void this.flush()
  }

  #wait(item: Item, count: number) {
    const key = `${item.itemType} ${item.itemId}`
    this.#waiting.set(key, { item, count: (this.#waiting.get(key)?.count ?? 0) + count })
  }

  /** Writes what has come together; what cannot be written waits on. */
  async flush() {
    const views = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const itemType of ['book', 'video'] as const) {
      const some = views.filter(({ item }) => item.itemType === itemType)
      if (some.length === 0) continue
      try {
        await writeViews(this.#db, itemType, new Map(some.map(({ item, count }) => [item.itemId, count])))
      } catch (error) {
        this.#failed(error)
        if (this.#waiting.size < most) for (const { item, count } of some) this.#wait(item, count)
      }
    }
  }
}

async function writeViews(db: Db, itemType: ItemType, counts: Map<string, number>) {
  const ids = [...counts.keys()]
  await inTransaction(db, async (db) => {
    // Whoever writes several of the same items takes them in the same order.
    await sql`select from ${sql.table(itemType)} where id = any(${ids}) order by id for no key update`.execute(db)
    await sql`update ${sql.table(itemType)} item set views = views + seen.count
      from unnest(${ids}::uuid[], ${[...counts.values()]}::integer[]) as seen(id, count) where item.id = seen.id`.execute(
      db,
    )
    // Only the pages of videos show the number.
    if (itemType === 'video') await announce(db, ...ids.map((itemId) => reactionsTo({ itemType, itemId })))
  })
}
