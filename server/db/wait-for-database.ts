import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Connection } from './open-database.ts'
import type { Waiting } from './with-lock.ts'

const pauseMs = 500
const connectMs = 5000
const messageEvery = 10

/** Errors of the network and the name service that pass when the machine of the database comes up. */
const passingErrors = new Set(
  'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH EHOSTDOWN ENETUNREACH ENOTFOUND EAI_AGAIN'.split(' '),
)
/** SQLSTATE 08: connection lost (08P01, a protocol error, does not pass); 53300: too many connections; 57P0x: starting or stopping. */
const passingStates = /^(08(?!P01)\w{3}|53300|57P0[123])$/

/** The database did not become ready in time, or refuses this site for good; the message is a sentence for the operator. */
export class DatabaseError extends Error {}

/**
 * Resolves when the database accepts connections and writes. Errors that may pass are waited out up to a limit in
 * seconds; all others are thrown at once.
 */
export async function waitForDatabase(connection: Connection, seconds: number, { say, signal }: Waiting) {
  const since = performance.now()
  let nextMessage = 1
  let said = ''
  for (;;) {
    signal?.throwIfAborted()
    const obstacle = await findObstacle(connection)
    if (obstacle === undefined) return
    const waited = (performance.now() - since) / 1000
    if (waited + pauseMs / 1000 > seconds)
      throw new DatabaseError(`等了 ${Math.round(waited)} 秒，仍连不上 DATABASE_URL 所说的数据库：${obstacle}。`)
    if (waited >= nextMessage || (said !== '' && said !== obstacle)) {
      say?.(`正在等数据库：${obstacle}……（已等 ${Math.round(waited)} 秒，最多等 ${seconds} 秒）`)
      nextMessage = waited + messageEvery
      said = obstacle
    }
    await sleep(pauseMs, undefined, { signal })
  }
}

/** Returns what keeps the site from its database for now, in words, or undefined. Throws errors that waiting cannot cure. */
async function findObstacle(connection: Connection): Promise<string | undefined> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: connectMs, query_timeout: connectMs })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"')
    return rows[0]?.isStandby ? '它是只读的备机' : undefined
  } catch (error) {
    const obstacle = describePassing(error)
    if (obstacle === undefined) throw error
    return obstacle
  } finally {
    client.end().catch(() => undefined)
  }
}

function describePassing(error: unknown): string | undefined {
  // A host with several addresses fails with one error that holds the errors of each.
  const cause = error instanceof AggregateError ? error.errors[0] : error
  const { code, syscall, message = '' } = cause as { code?: unknown; syscall?: unknown; message?: string }
  // The socket of a server on this machine appears when the server starts.
  const isNoSocketYet = code === 'ENOENT' && syscall === 'connect'
  const isPassing =
    typeof code === 'string'
      ? isNoSocketYet || passingErrors.has(code) || passingStates.test(code)
      : /^timeout expired|^Query read timeout|^Connection terminated/.test(message)
  return isPassing ? message : undefined
}

const reasons: Record<string, string> = {
  '28P01': '用户名或密码不对',
  '28000': '数据库里没有这个用户，或者它不许这个用户从这里登录',
  '3D000': '没有这个数据库，请先建立它',
  '42501': '这个用户没有足够的权限，它应当是这个数据库的所有者',
  '08P01': '数据库或它前面的连接池不接受本站的连接方式',
}

/** A sentence for an error of the database that only the operator can mend; undefined for every other error. */
export function explainDatabaseError(error: unknown): string | undefined {
  if (error instanceof DatabaseError) return error.message
  const passing = describePassing(error)
  if (passing !== undefined) return `连不上数据库：${passing}。`
  const { code, message } = error as { code?: unknown; message?: string }
  const reason = typeof code === 'string' ? reasons[code] : undefined
  return reason && `不能使用数据库：${reason}（${message}）。`
}
