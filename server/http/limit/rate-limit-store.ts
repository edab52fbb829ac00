import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from '#server/platform/db/schema.ts'

type Counted = Parameters<FastifyRateLimitStore['incr']>[1]
type Route = Parameters<FastifyRateLimitStore['child']>[0] & { groupId?: string }

/**
 * The number of recent counts, each of one IP address and one route, that a node remembers. All routes share the
 * memory for them: less than a megabyte.
 */
const rememberedCounts = 30_000

/**
 * Returns the options of a rate limit that counts the requests of one IP address per minute on all nodes together;
 * `name` separates the count from those of other routes. Each request costs one database statement and fails during a
 * database outage. Limits without these options are counted by each node in memory.
 */
export function sharedRateLimit(name: string, callsPerMinute: number) {
  // The rate limit plugin counts the requests of each IP address separately for each `groupId`.
  return { max: callsPerMinute, timeWindow: 60_000, groupId: ` ${name}` }
}

/**
 * Returns the storage class for the rate limit plugin: routes with a shared limit count in the database, all others in
 * memory. The plugin creates one instance, and calls its method `child` for each route.
 */
export function rateLimitStore(db: Db): FastifyRateLimitStoreCtor {
  const windows = new LRUCache<string, Window>({ max: rememberedCounts })
  const usedUp = new LRUCache<string, number>({ max: rememberedCounts })
  let routes = 0
  return class extends LocalStore {
    constructor() {
      super(windows, routes)
    }

    override child(route: Route): FastifyRateLimitStore {
      return route.groupId === undefined ? new LocalStore(windows, ++routes) : new SharedStore(db, usedUp)
    }
  }
}

interface Window {
  calls: number
  /** The time at which the window ends and the count begins anew, in milliseconds since 1970. */
  endsAt: number
}

/** Counts the requests of one route in the memory of this node. */
class LocalStore implements FastifyRateLimitStore {
  readonly #windows: LRUCache<string, Window>
  readonly #route: number

  constructor(windows: LRUCache<string, Window>, route: number) {
    this.#windows = windows
    this.#route = route
  }

  incr(address: string, counted: Counted, windowMs: number) {
    const key = `${this.#route} ${address}`
    const now = Date.now()
    const current = this.#windows.get(key)
    const { calls, endsAt } = current && current.endsAt > now ? current : { calls: 0, endsAt: now + windowMs }
    this.#windows.set(key, { calls: calls + 1, endsAt })
    counted(null, { current: calls + 1, ttl: endsAt - now })
  }

  child(_: Route): FastifyRateLimitStore {
    return this
  }
}

/** Counts the requests of one route in the table `rate_limit`. */
class SharedStore implements FastifyRateLimitStore {
  readonly #db: Db
  /**
   * Maps the key of a count (an IP address and a route) to the time until which its rate limit is exceeded. Until then
   * this node refuses the requests by itself, so that a flood does not reach the database.
   */
  readonly #usedUp: LRUCache<string, number>

  constructor(db: Db, usedUp: LRUCache<string, number>) {
    this.#db = db
    this.#usedUp = usedUp
  }

  incr(key: string, counted: Counted, windowMs: number, max: number) {
    const wait = (this.#usedUp.get(key) ?? 0) - Date.now()
    if (wait > 0) return counted(null, { current: max + 1, ttl: wait })
    this.#count(key, windowMs).then(
      ({ current, ttl }) => {
        if (current > max) this.#usedUp.set(key, Date.now() + ttl)
        counted(null, { current, ttl })
      },
      (error: Error) => counted(error),
    )
  }

  child(): FastifyRateLimitStore {
    return this
  }

  async #count(key: string, windowMs: number): Promise<{ current: number; ttl: number }> {
    const { rows } = await sql<{ current: number; ttl: number }>`
      insert into rate_limit as counted (key, calls, ends_at)
      values (${key}, 1, now() + make_interval(secs => ${windowMs / 1000}))
      on conflict (key) do update set
        calls = case when counted.ends_at > now() then counted.calls + 1 else 1 end,
        ends_at = case when counted.ends_at > now() then counted.ends_at else excluded.ends_at end
      returning calls as current, ceil(extract(epoch from ends_at - now()) * 1000)::int as ttl`.execute(this.#db)
    return rows[0] ?? { current: 1, ttl: windowMs }
  }
}
