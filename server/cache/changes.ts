import { sql } from 'kysely'
import pg from 'pg'
import type { Connection } from '#server/db/open-database.ts'
import type { Topic } from './topics.ts'
import type { Db } from '#server/db/schema.ts'

/** The name is the site's own, so that other programs on the same database do not use it by chance. */
const channel = 'zhitu_changed'
/** A notification holds 8000 bytes. */
const topicsAtOnce = 100
/** Milliseconds without an answer after which the connection counts as lost, and between looks at it. */
const patience = 5000
const pause = 10_000

/**
 * Invalidates every cached answer that depends on one of the topics, on all nodes. Must run in the transaction that makes the
 * change: PostgreSQL delivers the notification when it commits, and never when it rolls back.
 */
export async function invalidate(db: Db, ...topics: Topic[]) {
  for (let first = 0; first < topics.length; first += topicsAtOnce) {
    const some = topics.slice(first, first + topicsAtOnce)
    await sql`select pg_notify(${channel}, ${JSON.stringify(some)})`.execute(db)
  }
}

export interface ChangeListener {
  /** Some topics changed. */
  changed(topics: string[]): void
  /** Changes may go unheard from now on: the connection is lost. */
  lost(error: Error): void
  /** Changes are heard again; what happened in between is unknown. */
  restored(): void
  /** A notification arrived that no node of this site sends; nothing was invalidated. */
  ignored(payload: string): void
}

/** One connection a node that hears what every node announces. */
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
    const client = new pg.Client({ ...this.#connection, keepAlive: true, query_timeout: patience })
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
    this.#timer = setInterval(() => void this.waitForInvalidation(), pause)
    this.#listener.restored()
  }

  /**
   * Resolves when this node has heard everything that was committed before the call: PostgreSQL delivers pending
   * notifications ahead of the answer to a later query. A query already under way may have been answered before the
   * caller's commit, so all calls that arrive meanwhile share the next one; the connection runs one query at a time.
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
    // It may only be hanging; what it would still say comes too late.
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

/** The topics in a notification; undefined unless it is a JSON array of strings. */
function readTopics(payload: string): string[] | undefined {
  try {
    const topics: unknown = JSON.parse(payload)
    return Array.isArray(topics) && topics.every((topic) => typeof topic === 'string') ? topics : undefined
  } catch {
    return undefined
  }
}
