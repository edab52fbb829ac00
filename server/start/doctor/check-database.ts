import pg from 'pg'
import type { Config } from '#server/start/config.ts'
import { readHistory, findNewMigrations } from '#server/platform/db/migration-history.ts'
import { migrationsDirectory } from '#server/platform/db/migrate.ts'
import { readMigrations } from '#server/platform/db/migration-files.ts'
import type { Connection } from '#server/platform/db/open-database.ts'
import { canListen } from '#server/platform/db/prove-listening.ts'
import { oldestMajor } from '#server/platform/db/require-server.ts'
import { explainDatabaseError } from '#server/platform/db/wait-for-database.ts'
import { type Finding, findingsAbout } from './finding.ts'

const queryMs = 5000
/** The largest difference between two clocks that does no harm, in seconds. */
const clockSeconds = 5
/**
 * The number of connections that a node opens for background jobs and at its start. Besides these, each worker process
 * has its pool and one connection on which it receives invalidations.
 */
const furtherConnections = 6

interface ServerFacts {
  version: number
  encoding: string
  collation: string
  recorded: string | null
  actual: string | null
  isStandby: boolean
  canCreate: boolean
  free: number
  skewSeconds: number
}

/** Checks the database server that the site uses, and whether its database fits this program. Writes nothing. */
export async function checkDatabase(
  connection: Connection,
  config: Pick<Config, 'databasePoolSize' | 'workers'>,
): Promise<Finding[]> {
  const { fault } = findingsAbout('数据库')
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: queryMs, query_timeout: queryMs })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const facts = await readFacts(client)
    const ofServer = [checkVersion(facts), checkText(facts), checkConnections(facts, config), checkClock(facts)]
    return [...ofServer, await checkListening(connection), await checkTables(client)]
  } catch (error) {
    const seen = explainDatabaseError(error) ?? `不能查询：${(error as Error).message}`
    return [fault(seen.replace(/。$/, ''), '检查 DATABASE_URL、数据库的日志和它的访问规则（pg_hba.conf）')]
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function readFacts(client: pg.Client): Promise<ServerFacts> {
  const asked = Date.now()
  const { rows } = await client.query<Omit<ServerFacts, 'skewSeconds'> & { now: number }>(`
    select current_setting('server_version_num')::int as version, pg_encoding_to_char(encoding) as encoding,
      datcollate as collation, datcollversion as recorded, pg_database_collation_actual_version(oid) as actual,
      pg_is_in_recovery() as "isStandby", has_database_privilege(oid, 'create') as "canCreate",
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as free,
      extract(epoch from clock_timestamp())::float8 * 1000 as now
    from pg_database where datname = current_database()`)
  const [row] = rows
  if (row === undefined) throw new Error('数据库没有说明自己')
  const { now, ...facts } = row
  return { ...facts, skewSeconds: Math.round(now - (asked + Date.now()) / 2) / 1000 }
}

function checkVersion({ version, isStandby, canCreate }: ServerFacts): Finding {
  const { ok, fault } = findingsAbout('数据库')
  const major = Math.floor(version / 10_000)
  if (major < oldestMajor) return fault(`PostgreSQL ${major} 太旧`, `换用 PostgreSQL ${oldestMajor} 或更新的版本`)
  if (isStandby) return fault('连到的是只读的备机', '让 DATABASE_URL 指向主机')
  if (!canCreate)
    return fault('这个用户不能在数据库里建立 schema', '让它成为数据库的所有者（alter database … owner to …）')
  return ok(`连得上，PostgreSQL ${major}.${version % 10_000}，没有用到扩展`)
}

function checkText({ encoding, collation, recorded, actual }: ServerFacts): Finding {
  const { ok, advice, fault } = findingsAbout('文字')
  if (encoding !== 'UTF8')
    return fault(`数据库的编码是 ${encoding}`, "用 create database … encoding 'UTF8' template template0 另建一个")
  if (recorded !== null && actual !== null && recorded !== actual)
    return advice(
      `排序规则 ${collation} 的版本从 ${recorded} 变成了 ${actual}，索引可能已经乱了`,
      '执行 reindex database，然后 alter database … refresh collation version',
    )
  return ok(`${encoding}，排序规则 ${collation}`)
}

function checkConnections({ free }: ServerFacts, config: Pick<Config, 'databasePoolSize' | 'workers'>): Finding {
  const { ok, advice } = findingsAbout('连接数')
  const needed = config.databasePoolSize * config.workers + config.workers + furtherConnections
  const seen = `数据库还能接受 ${free} 个连接，一个节点最多用 ${needed} 个`
  if (free >= needed) return ok(seen)
  return advice(seen, '如果本站没有在运行，请减小 DATABASE_POOL_SIZE，或调大数据库的 max_connections')
}

function checkClock({ skewSeconds }: ServerFacts): Finding {
  const { ok, fault } = findingsAbout('时钟')
  if (Math.abs(skewSeconds) <= clockSeconds) return ok('与数据库的时钟一致')
  return fault(
    `与数据库的时钟差 ${Math.abs(skewSeconds)} 秒`,
    '在两台机器上都打开网络对时（systemd-timesyncd 或 chrony）',
  )
}

async function checkListening(connection: Connection): Promise<Finding> {
  const { ok, fault } = findingsAbout('通知')
  if (await canListen(connection)) return ok('LISTEN 和 NOTIFY 可用')
  return fault(
    '数据库的通知收不到，多半因为前面的连接池用了事务模式',
    '把连接池改为会话模式（pool_mode = session），或让 DATABASE_DIRECT_URL 直接指向数据库',
  )
}

async function checkTables(client: pg.Client): Promise<Finding> {
  const { ok, fault } = findingsAbout('表')
  try {
    const applied = await readHistory(client)
    const added = findNewMigrations(await readMigrations(migrationsDirectory), applied)
    if (applied.length === 0) return ok('数据库是空的，第一次启动时建立表')
    if (added.length > 0) return ok(`下次启动时会更新 ${added.length} 步`)
    return ok(`已更新到 ${applied.at(-1)?.name ?? ''}`)
  } catch (error) {
    return fault((error as Error).message.replace(/。$/, ''), '先不要启动站点')
  }
}

/** Tells whether the tables of the database are those of this program, so that their rows can be checked. */
export async function hasCurrentTables(connection: Connection): Promise<boolean> {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  try {
    await client.connect()
    const applied = await readHistory(client)
    return applied.length > 0 && findNewMigrations(await readMigrations(migrationsDirectory), applied).length === 0
  } catch {
    // No error is reported here, because `checkDatabase` has already reported what is wrong with the database.
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
