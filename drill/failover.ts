import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../test/free-port.ts'
import { familyOf, pssOf } from '../test/process-usage.ts'
import { AcknowledgedWrites } from './acknowledged-writes.ts'
import { type DatabaseCluster, startCluster } from './database-cluster.ts'
import { ttlSeconds } from './patroni-member.ts'
import { proxies, startProxy } from './proxy-process.ts'
import { SiteNode } from './site-node.ts'
import { SteadyLikes } from './steady-likes.ts'
import { SteadyReads } from './steady-reads.ts'
import { startNodes } from './three-nodes.ts'

/** Writes must be acknowledged again within this many seconds after the primary is gone. */
const writesAgainWithin = ttlSeconds + 3
/** If no write is acknowledged for longer than this, in milliseconds, the writes count as interrupted. */
const longestSilenceMs = 5000

interface Practice {
  cluster: DatabaseCluster
  nodes: SiteNode[]
  writes: AcknowledgedWrites
  reads: SteadyReads
}

/**
 * Runs three nodes of the site under load on a PostgreSQL with a synchronous replica. The load also likes the books
 * whose pages it reads, so that their cached pages are stale again and again. Kills the machine of the primary, kills a
 * node, freezes a node, and freezes the machine of the new primary. Prints a table. Returns true if writes are
 * acknowledged again in time, no acknowledged write is lost and no read fails.
 */
export async function failover(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'zhitu-failover-'))
  const nodes: SiteNode[] = []
  let cluster: DatabaseCluster | undefined
  let stopProxy: (() => Promise<void>) | undefined
  try {
    cluster = await startCluster(folder)
    const proxy = proxies.find(({ name }) => name === 'haproxy')
    if (cluster === undefined || proxy === undefined) return true
    const databaseUrl = await createDatabase(cluster)
    const settings = {
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
      DATABASE_POOL_SIZE: '8',
      TRUST_PROXY: 'on',
      LOG_LEVEL: 'fatal',
    }
    const { token } = await startNodes(nodes, settings)
    const bookIds = await listBooks(databaseUrl)
    const port = await freePort()
    const nodePorts = nodes.map((node) => node.port)
    stopProxy = await startProxy(proxy, { port, nodePorts, folder, repeats: true })
    const paths = ['/', '/book', '/place', ...bookIds.slice(-4).map((id) => `/book/${id}`)]
    await warmCaches(nodePorts, paths)
    const writes = new AcknowledgedWrites(port, token, bookIds.slice(0, -4))
    const likes = new SteadyLikes(port, token, bookIds.slice(-4))
    const reads = new SteadyReads(port, paths)
    const isFine = await practise({ cluster, nodes, writes, reads })
    await Promise.all([writes.stop(), likes.stop(), reads.stop()])
    const lost = await writes.countLost(databaseUrl)
    const { requests, failures, stale, examples } = reads
    console.log(`确认过的写入 ${writes.times.length} 次，丢失 ${lost} 次；没有确认的写入 ${writes.refused} 次`)
    console.log(`读着的书点赞与取消 ${likes.acknowledged} 次`)
    console.log(`读 ${requests} 次，失败 ${failures} 次，数据库不在时由缓存回答 ${stale} 次`)
    for (const example of examples) console.log(`  ${example}`)
    return isFine && lost === 0 && failures === 0
  } finally {
    await stopProxy?.()
    await Promise.all(nodes.map((node) => node.end('SIGKILL')))
    await cluster?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

interface PracticeEvent {
  name: string
  happen(): unknown
  repair(): unknown
  /** Seconds for which the load goes on after the event and before the repair. */
  watchSeconds: number
}

/**
 * Causes the events one after another and prints a line for each. Returns whether writes were acknowledged again in
 * time after each event.
 */
async function practise({ cluster, nodes, writes, reads }: Practice): Promise<boolean> {
  const primaryBefore = await cluster.findPrimary()
  const [node] = nodes
  await sleep(3000)
  console.log(`内存（PSS）：${await describeMemory({ cluster, nodes })}`)
  const events: PracticeEvent[] = [
    {
      name: '杀掉主库所在的机器',
      happen: () => primaryBefore.kill(),
      repair: () => primaryBefore.start(),
      watchSeconds: ttlSeconds + 6,
    },
    { name: '杀掉一个节点', happen: async () => node?.end('SIGKILL'), repair: () => node?.start(), watchSeconds: 12 },
    { name: '冻结一个节点', happen: () => node?.pause(), repair: () => node?.resume(), watchSeconds: 12 },
    {
      name: '冻结新主库所在的机器',
      happen: async () => (await cluster.findPrimary()).freeze(),
      repair: () => cluster.members.forEach((member) => member.thaw()),
      watchSeconds: ttlSeconds + 6,
    },
  ]
  let isFine = true
  for (const { name, happen, repair, watchSeconds } of events) {
    const failuresBefore = reads.failures
    const since = performance.now()
    await happen()
    await sleep(watchSeconds * 1000)
    const seconds = findLongestPause(writes.times, since)
    console.log(`${name}：写入最长停了 ${seconds.toFixed(1)} 秒，读失败 ${reads.failures - failuresBefore} 次`)
    isFine &&= seconds <= writesAgainWithin
    await repair()
    const repairedAt = performance.now()
    await cluster.waitForReplica()
    console.log(`  ${((performance.now() - repairedAt) / 1000).toFixed(1)} 秒后主库与同步副本都在`)
  }
  return isFine
}

/**
 * Returns the length in seconds of the longest period after `since` in which no write was acknowledged. Returns
 * Infinity if no write was acknowledged in the last `longestSilenceMs` milliseconds.
 */
function findLongestPause(times: number[], since: number): number {
  const marks = [since, ...times.filter((time) => time > since).toSorted((one, other) => one - other)]
  if (performance.now() - (marks.at(-1) ?? 0) > longestSilenceMs) return Number.POSITIVE_INFINITY
  return Math.max(...marks.slice(1).map((mark, index) => mark - (marks[index] ?? 0))) / 1000
}

async function createDatabase({ port }: DatabaseCluster): Promise<string> {
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`
  for (;;) {
    const client = new pg.Client({ connectionString: url('postgres') })
    try {
      await client.connect()
      await client.query('create database zhitu')
      await client.end()
      return url('zhitu')
    } catch (error) {
      // haproxy needs some time until it listens, and refuses connections until its first health check has found the
      // primary.
      if (!/ECONNREFUSED|ECONNRESET|terminated unexpectedly/.test(String(error))) throw error
      await sleep(300)
    }
  }
}

async function listBooks(connectionString: string): Promise<string[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query<{ id: string }>('select id from book order by id limit 404')
  await client.end()
  return rows.map(({ id }) => id)
}

/** Requests every page of every node, so that all of them are in the caches of all nodes. */
async function warmCaches(ports: number[], paths: string[]) {
  for (const port of ports)
    for (const path of paths) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`)
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    }
}

async function describeMemory({ cluster, nodes }: Pick<Practice, 'cluster' | 'nodes'>): Promise<string> {
  const sum = async (pids: number[]) => {
    const all = await Promise.all(pids.map((pid) => pssOf(pid).catch(() => 0)))
    return Math.round(all.reduce((total, pss) => total + pss, 0))
  }
  const ofNodes = await Promise.all(nodes.map(async ({ pid }) => sum(pid === undefined ? [] : await familyOf(pid))))
  const ofMembers = await Promise.all(cluster.members.map(async (member) => sum(await member.listProcesses())))
  const rest = await sum(cluster.furtherProcesses)
  return `节点各 ${ofNodes.join('、')} MB，PostgreSQL 与 Patroni 各 ${ofMembers.join('、')} MB，etcd 与 haproxy 共 ${rest} MB`
}
