import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import pg from 'pg'
import type { Connection } from './open-database.ts'

/** The message for an operator whose database connection receives no notifications. */
export const notListening =
  '数据库的通知收不到，多半因为连接池用了事务模式：请把连接池改为会话模式，或让 DATABASE_DIRECT_URL 直接指向数据库'
const connectMs = 15_000
/** Milliseconds within which a notification must arrive. */
const arrivalMs = 15_000

/**
 * Returns whether a connection that is idle receives the notifications of another connection. Through a connection
 * pooler in transaction mode it receives none, because the pooler gives a client a connection to PostgreSQL only for
 * the duration of a transaction.
 */
export async function canListen(connection: Connection): Promise<boolean> {
  const settings = { ...connection, connectionTimeoutMillis: connectMs, query_timeout: connectMs }
  const [listener, sender] = [new pg.Client(settings), new pg.Client(settings)]
  for (const client of [listener, sender]) client.on('error', () => undefined)
  try {
    await Promise.all([listener.connect(), sender.connect()])
    const channel = `zhitu_probe_${randomUUID().replaceAll('-', '')}`
    await listener.query(`listen ${channel}`)
    const arrival = once(listener, 'notification', { signal: AbortSignal.timeout(arrivalMs) })
    await sender.query('select pg_notify($1, $2)', [channel, ''])
    return await arrival.then(
      () => true,
      () => false,
    )
  } finally {
    await Promise.allSettled([listener.end(), sender.end()])
  }
}
