import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { proxies, type Proxy, startProxy } from './proxy-process.ts'
import { freePort } from '../test/free-port.ts'
import type { SiteNode } from './site-node.ts'
import { SteadyLoad } from './steady-load.ts'
import { startThreeNodes } from './three-nodes.ts'

/** Minimum number of requests that the load sends during one rolling restart. */
const leastRequests = 5000
const drainSeconds = 5

/**
 * Restarts three nodes under load, one after another, behind each proxy; then kills one of them. Prints how many
 * requests failed, and returns true if none failed. `names` are the proxies that are used; an empty list means all.
 */
export async function rollingRestart(names: string[]): Promise<boolean> {
  const site = await startThreeNodes({ DRAIN_SECONDS: String(drainSeconds), LOG_LEVEL: 'fatal' })
  const folder = await mkdtemp(join(tmpdir(), 'zhitu-proxy-'))
  let failures = 0
  try {
    for (const proxy of proxies.filter(({ name }) => names.length === 0 || names.includes(name))) {
      for (const kind of ['rolling', 'killed'] as const) {
        const result = await practise(proxy, kind, { ...site, folder })
        if (result === undefined) break
        failures += result.failures
        const words =
          kind === 'rolling' ? '三个节点依次重启（SIGTERM，代理不重试）' : '杀掉一个节点（SIGKILL，代理重试）'
        console.log(`${proxy.name}：${words}：${result.requests} 个请求，失败 ${result.failures} 个`)
        for (const example of result.examples) console.log(`  ${example}`)
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
    await site.stop()
  }
  return failures === 0
}

interface Practice {
  nodes: SiteNode[]
  token: string
  bookId: string
  folder: string
}

async function practise(proxy: Proxy, kind: 'rolling' | 'killed', { nodes, folder, ...caller }: Practice) {
  const port = await freePort()
  const nodePorts = nodes.map((node) => node.port)
  const stopProxy = await startProxy(proxy, { port, nodePorts, folder, repeats: kind === 'killed' })
  if (stopProxy === undefined) return undefined
  const writes = kind === 'rolling' || proxy.repeatsWrites
  const load = new SteadyLoad(port, (count) => nextRequest(count, { ...caller, writes }))
  await sleep(1000)
  for (const node of kind === 'rolling' ? nodes : nodes.slice(0, 1)) {
    await node.end(kind === 'rolling' ? 'SIGTERM' : 'SIGKILL')
    await node.start()
    // The proxy uses the restarted node again only after two successful health checks.
    await sleep(3000)
  }
  if (kind === 'rolling') await load.reach(leastRequests)
  const result = await load.stop()
  await stopProxy()
  return result
}

interface Caller {
  token: string
  bookId: string
  writes: boolean
}

/** Returns the next request of the load. Of five requests, four read and one writes; if `writes` is false, all read. */
function nextRequest(count: number, { token, bookId, writes }: Caller) {
  const reads = ['/book', `/book/${bookId}`, '/', `/api/v1/book/${bookId}`]
  if (count % 5 < 4 || !writes) return { method: 'GET' as const, path: reads[count % 5] ?? '/' }
  const body = { itemType: 'book', itemId: bookId, on: count % 2 === 0 }
  return { method: 'POST' as const, path: '/api/v1/user/liked', body, token }
}
