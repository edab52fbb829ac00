import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Connection } from './open-database.ts'
import type { Waiting } from './with-lock.ts'

const pauseMs = 500
const connectMs = 5000
const messageEvery = 10

/** Network and DNS errors that are temporary while the machine of the database starts. */
const temporaryErrors = new Set(
  'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH EHOSTDOWN ENETUNREACH ENOTFOUND EAI_AGAIN'.split(' '),
)
/**
 * PostgreSQL error codes (SQLSTATE) of temporary problems. 08: connection lost (except 08P01, a protocol error); 53300:
 * too many connections; 57P0x: starting or stopping.
 */
const temporaryStates = /^(08(?!P01)\w{3}|53300|57P0[123])$/

/**
 * Thrown when the database does not become ready in time or when the site cannot use this database at all. The message
 * is a sentence for the operator.
 */
export class DatabaseError extends Error {}

/**
 * Waits until the database accepts connections and writes. Temporary errors are retried for at most `seconds`; all
 * other errors are thrown immediately.
 */
export async function waitForDatabase(connection: Connection, seconds: number, { say, signal }: Waiting) {
  const since = performance.now()
  let nextMessage = 1
  let lastObstacle = ''
  for (;;) {
    signal?.throwIfAborted()
    const obstacle = await findObstacle(connection)
    if (obstacle === undefined) return
    const waited = (performance.now() - since) / 1000
    if (waited + pauseMs / 1000 > seconds)
      throw new DatabaseError(`等了 ${Math.round(waited)} 秒，仍连不上 DATABASE_URL 所说的数据库：${obstacle}。`)
    if (waited >= nextMessage || (lastObstacle !== '' && lastObstacle !== obstacle)) {
      say?.(`正在等数据库：${obstacle}……（已等 ${Math.round(waited)} 秒，最多等 ${seconds} 秒）`)
      nextMessage = waited + messageEvery
      lastObstacle = obstacle
    }
    await sleep(pauseMs, undefined, { signal })
  }
}

/**
 * Returns a description of a temporary problem with the database, or undefined when it is ready. Throws errors that
 * waiting cannot fix.
 */
async function findObstacle(connection: Connection): Promise<string | undefined> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: connectMs, query_timeout: connectMs })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"')
    return rows[0]?.isStandby ? '它是只读的备机' : undefined
  } catch (error) {
    const obstacle = describeTemporary(error)
    if (obstacle === undefined) throw error
    return obstacle
  } finally {
    client.end().catch(() => undefined)
  }
}

function describeTemporary(error: unknown): string | undefined {
  // If the database host has several IP addresses, the error holds one error for each of them, of which the first is
  // described.
  const cause = error instanceof AggregateError ? error.errors[0] : error
  const { code, syscall, message = '' } = cause as { code?: unknown; syscall?: unknown; message?: string }
  // The Unix socket of a local PostgreSQL server does not exist until the server has started, so a missing socket is a
  // temporary problem.
  const isNoSocketYet = code === 'ENOENT' && syscall === 'connect'
  const isTemporary =
    typeof code === 'string'
      ? isNoSocketYet || temporaryErrors.has(code) || temporaryStates.test(code)
      : /^timeout expired|^Query read timeout|^Connection terminated/.test(message)
  return isTemporary ? message : undefined
}

const reasons: Record<string, string> = {
  '28P01': '用户名或密码不对',
  '28000': '数据库里没有这个用户，或者它不许这个用户从这里登录',
  '3D000': '没有这个数据库，请先建立它',
  '42501': '这个用户没有足够的权限，它应当是这个数据库的所有者',
  '08P01': '数据库或它前面的连接池不接受本站的连接方式',
}

/** The remedy for a TLS certificate of the database whose authority Node.js does not know. */
const unknownAuthority =
  '签发它的机构不在系统的名单里；机构是自己的，就在 DATABASE_URL 末尾加上 ?sslmode=verify-full&sslrootcert=机构证书的文件'
/** The faults of a TLS certificate of the database that Node.js refuses, by the error code. */
const certificateFaults: Record<string, string> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  CERT_HAS_EXPIRED: '它已经过期',
  CERT_NOT_YET_VALID: '它还没有生效，或者这台机器的时钟不对',
  ERR_TLS_CERT_ALTNAME_INVALID: '它不是 DATABASE_URL 里的主机名的证书',
}

/** Returns a message about a database error that only the operator can fix, or undefined for any other error. */
export function explainDatabaseError(error: unknown): string | undefined {
  if (error instanceof DatabaseError) return error.message
  const passing = describeTemporary(error)
  if (passing !== undefined) return `连不上数据库：${passing}。`
  const { code, message } = error as { code?: unknown; message?: string }
  const fault = typeof code === 'string' ? certificateFaults[code] : undefined
  if (fault !== undefined) return `不能使用数据库：它的证书核对不了：${fault}。`
  if (message === 'The server does not support SSL connections')
    return '不能使用数据库：它不提供 TLS，请去掉 DATABASE_URL 里的 sslmode。'
  const reason = typeof code === 'string' ? reasons[code] : undefined
  return reason && `不能使用数据库：${reason}（${message}）。`
}
