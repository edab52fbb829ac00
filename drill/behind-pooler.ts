import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts'
import { freePort } from '../test/free-port.ts'
import { pooledConnections, startPgbouncer } from './pgbouncer-process.ts'
import { SiteNode } from './site-node.ts'
import { SteadyLoad } from './steady-load.ts'
import { startNodes, socketUrl } from './three-nodes.ts'

const leastRequests = 300
/** Milliseconds within which a write that one node has received must be visible on every node. */
const seenWithinMs = 5000

/**
 * Runs three nodes on one database behind pgbouncer in transaction mode: a node must refuse to start without a direct
 * connection to the database, no request may fail, and a write on one node must reach the others. Returns true if all
 * of this holds.
 */
export async function behindPooler(): Promise<boolean> {
  const directory = await mkdtemp(join(tmpdir(), 'zhitu-drill-'))
  // If the drill runs as root, PostgreSQL and pgbouncer run under another account, which must be able to read this
  // folder.
  await chmod(directory, 0o755)
  const postgres = await startEmbeddedPostgres({ directory })
  const pooler = await startPgbouncer(postgres.connection, directory)
  const nodes: SiteNode[] = []
  try {
    if (pooler === undefined) return true
    const common = { DATABASE_URL: pooler.url, DATA_DIR: directory, LOG_LEVEL: 'fatal' }
    const isRefused = await refusesToStart(common)
    console.log(`没有 DATABASE_DIRECT_URL 的启动：${isRefused ? '一句话拒绝' : '没有被拒绝！'}`)
    const environment = { ...common, DATABASE_DIRECT_URL: socketUrl(postgres.connection) }
    const { token, bookId } = await startNodes(nodes, environment)
    const results = await Promise.all(nodes.map((node) => sendLoad(node, token, bookId)))
    const failures = results.reduce((sum, result) => sum + result.failures, 0)
    const requests = results.reduce((sum, result) => sum + result.requests, 0)
    console.log(`三个节点、${pooledConnections} 个到数据库的连接：${requests} 个请求，失败 ${failures} 个`)
    for (const example of results.flatMap(({ examples }) => examples)) console.log(`  ${example}`)
    const isSeen = await reachesOthers(nodes, token, bookId)
    console.log(`一个节点上的写入，其余节点${isSeen ? '都看见了' : '没有看见！'}`)
    return isRefused && failures === 0 && isSeen
  } finally {
    await Promise.all(nodes.map((node) => node.end('SIGKILL')))
    await pooler?.stop()
    await postgres.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

async function refusesToStart(environment: NodeJS.ProcessEnv): Promise<boolean> {
  const node = new SiteNode(await freePort(), environment)
  const started = await node.start().then(
    () => true,
    () => false,
  )
  await node.end('SIGKILL')
  return !started && node.output.includes('DATABASE_DIRECT_URL')
}

async function sendLoad({ port }: SiteNode, token: string, bookId: string) {
  const reads = ['/book', `/book/${bookId}`, `/api/v1/book/${bookId}`, '/book?q=%E5%B1%B1']
  const load = new SteadyLoad(port, (count) => {
    if (count % 5 < 4) return { method: 'GET', path: reads[count % 5] ?? '/' }
    const body = { itemType: 'book', itemId: bookId, on: count % 2 === 0 }
    return { method: 'POST', path: '/api/v1/user/liked', body, token }
  })
  await load.reach(leastRequests)
  return load.stop()
}

/** Likes the book on the first node, and returns whether every node shows one more like within `seenWithinMs`. */
async function reachesOthers(nodes: SiteNode[], token: string, bookId: string): Promise<boolean> {
  const [first] = nodes
  const like = async (on: boolean) => {
    const body = JSON.stringify({ itemType: 'book', itemId: bookId, on })
    const headers = { 'content-type': 'application/json', authorization: token }
    await fetch(`http://127.0.0.1:${first?.port}/api/v1/user/liked`, { method: 'POST', headers, body })
  }
  await like(false)
  const before = await readLikes(nodes, bookId)
  await like(true)
  const end = performance.now() + seenWithinMs
  while (performance.now() < end) {
    const after = await readLikes(nodes, bookId)
    if (after.every((count, index) => count === (before[index] ?? 0) + 1)) return true
  }
  return false
}

function readLikes(nodes: SiteNode[], bookId: string): Promise<number[]> {
  return Promise.all(
    nodes.map(async ({ port }) => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/book/${bookId}`)
      return ((await answer.json()) as { data: { likes: number } }).data.likes
    }),
  )
}
