import { sql } from 'kysely'
import pg from 'pg'
import type { Connection } from './open-database.ts'
import type { Db } from './schema.ts'

const channel = 'changed'
/** A notification holds 8000 bytes. */
const topicsAtOnce = 100
/** Milliseconds without an answer after which the connection counts as lost, and between looks at it. */
const patience = 5000
const pause = 10_000

/** Says, inside the transaction that makes it, what a write changes; every node hears it once the transaction commits, and not otherwise. */
export async function announce(db: Db, ...topics: string[]) {
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
}

/** One connection a node that hears what every node announces. */
export class Changes {
  #connection: Connection
  #listener: ChangeListener
  #client: pg.Client | undefined
  #retry: NodeJS.Timeout | undefined
  #ping: NodeJS.Timeout | undefined
  #stopped = false

  constructor(connection: Connection, listener: ChangeListener) {
    this.#connection = connection
    this.#listener = listener
  }

  async start() {
    const client = new pg.Client({ ...this.#connection, keepAlive: true, query_timeout: patience })
    client.on('notification', ({ payload }) => this.#listener.changed(JSON.parse(payload ?? '[]')))
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
    this.#ping = setInterval(() => void this.settled(), pause)
    this.#listener.restored()
  }

  /** Resolves when all that was committed before the call has been heard: PostgreSQL delivers pending notifications ahead of a later answer. */
  async settled() {
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
    clearInterval(this.#ping)
    const client = this.#client
    this.#client = undefined
    await client?.end()
  }

  #lose(client: pg.Client, error: Error) {
    if (this.#stopped || this.#client !== client) return
    this.#client = undefined
    clearInterval(this.#ping)
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
