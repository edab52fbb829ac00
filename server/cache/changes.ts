import { sql } from 'kysely'
import pg from 'pg'
import type { Connection } from '#server/db/open-database.ts'
import type { Topic } from './topics.ts'
import type { Db } from '#server/db/schema.ts'

/**
 * The PostgreSQL notification channel. Its name is specific to the site, so that other programs on the same database do
 * not use it by chance.
 */
const channel = 'zhitu_changed'
/** The largest number of topics in one notification, whose payload is limited to 8000 bytes. */
const topicsAtOnce = 100
/** Milliseconds without an answer after which the connection counts as lost. */
const queryTimeoutMs = 5000
/** Milliseconds between two checks of the connection. */
const checkIntervalMs = 10_000

/**
 * Invalidates every cached answer that depends on one of the topics, on all nodes. Must run in the transaction that
 * makes the change: PostgreSQL delivers the notification when it commits, and never when it rolls back.
 */
export async function invalidate(db: Db, ...topics: Topic[]) {
  for (let first = 0; first < topics.length; first += topicsAtOnce) {
    const batch = topics.slice(first, first + topicsAtOnce)
    await sql`select pg_notify(${channel}, ${JSON.stringify(batch)})`.execute(db)
  }
}

interface ChangeListener {
  /** Called when topics were invalidated. */
  changed(topics: string[]): void
  /** Called when the connection is lost; from now on invalidations are not received. */
  lost(error: Error): void
  /** Called when invalidations are received again; those in between were lost. */
  restored(): void
  /** Called for a malformed notification; nothing was invalidated. */
  ignored(payload: string): void
}

/** Listens on one database connection for the invalidations of all nodes. */
export class Changes {
  #connection: Connection
  #listener: ChangeListener
  #client: pg.Client | undefined
  #retry: NodeJS.Timeout | undefined
  #timer: NodeJS.Timeout | undefined
  #ping: Promise<void> | undefined
  #nextPing: Promise<void> | undefined
  #stopped = false

  constructor(connection: Connection, listener: ChangeListener) {
    this.#connection = connection
    this.#listener = listener
  }

  async start() {
    const client = new pg.Client({ ...this.#connection, keepAlive: true, query_timeout: queryTimeoutMs })
    client.on('notification', ({ payload = '' }) => {
      const topics = readTopics(payload)
      if (topics === undefined) this.#listener.ignored(payload)
      else this.#listener.changed(topics)
    })
    client.on('error', (error) => this.#lose(client, error))
    client.on('end', () => this.#lose(client, new Error('the connection ended')))
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
    } catch (error) {
      client.end().catch(() => undefined)
      throw error
    }
    this.#client = client
    this.#timer = setInterval(() => void this.waitForInvalidation(), checkIntervalMs)
    this.#listener.restored()
  }

  /**
   * Resolves when this node has received every invalidation that was committed before the call: PostgreSQL delivers
   * pending notifications before the answer to a later query. A query that is already running may have been answered
   * before the caller's commit, so all calls that arrive meanwhile share the next query; the connection runs one query
   * at a time.
   */
  waitForInvalidation(): Promise<void> {
    if (this.#ping === undefined) {
      this.#ping = this.#pingOnce().finally(() => (this.#ping = undefined))
      return this.#ping
    }
    this.#nextPing ??= this.#ping.then(() => {
      this.#nextPing = undefined
      return this.waitForInvalidation()
    })
    return this.#nextPing
  }

  /** Never rejects: a failed query marks the connection as lost. */
  async #pingOnce() {
    const client = this.#client
    if (client === undefined) return
    try {
      await client.query('select 1')
    } catch (error) {
      this.#lose(client, error as Error)
    }
  }

  async stop() {
    this.#stopped = true
    clearTimeout(this.#retry)
    clearInterval(this.#timer)
    const client = this.#client
    this.#client = undefined
    await client?.end()
  }

  #lose(client: pg.Client, error: Error) {
    if (this.#stopped || this.#client !== client) return
    this.#client = undefined
    clearInterval(this.#timer)
    // The connection may only be slow; later notifications on it must be ignored.
    client.end().catch(() => undefined)
    this.#listener.lost(error)
    this.#reconnect()
  }

  #reconnect() {
    this.#retry = setTimeout(() => {
      this.start().catch(() => this.#stopped || this.#reconnect())
    }, 500)
  }
}

/** Returns the topics in a notification, or undefined unless the payload is a JSON array of strings. */
function readTopics(payload: string): string[] | undefined {
  try {
    const topics: unknown = JSON.parse(payload)
    return Array.isArray(topics) && topics.every((topic) => typeof topic === 'string') ? topics : undefined
  } catch {
    return undefined
  }
}
