import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildBundle } from '#server/pages/rendering/build-bundle.ts'
import { freePort } from '../test/free-port.ts'
import { checkOutPrevious } from './previous-release.ts'
import { proxies, startProxy } from './proxy-process.ts'
import type { SiteNode } from './site-node.ts'
import { SteadyLoad } from './steady-load.ts'
import { startThreeNodes } from './three-nodes.ts'

const drainSeconds = 5
/**
 * Milliseconds for which the load goes on before the first and after each replacement of a node, while the old and the
 * new version run side by side.
 */
const sideBySideMs = 10_000
const currentMain = resolve(import.meta.dirname, '#server/start/main.ts')

/**
 * Starts three nodes of the previous release behind haproxy and, under load, replaces one after another by this
 * version. The load reads pages, writes, and requests the scripts and style sheets of both versions, which every node
 * must be able to send. Prints how many requests failed, and returns true if none failed.
 */
export async function rollingUpdate([wanted]: string[]): Promise<boolean> {
  const proxy = proxies.find(({ name }) => name === 'haproxy')
  if (proxy === undefined) throw new Error('there is no haproxy')
  const previous = await checkOutPrevious(wanted)
  // The pages of the new version are built while only the previous version runs, as docs/operating.md tells operators.
  await buildBundle((message) => console.log(message))
  const folder = await mkdtemp(join(tmpdir(), 'zhitu-update-'))
  const settings = { DRAIN_SECONDS: String(drainSeconds), LOG_LEVEL: 'fatal' }
  const site = await startThreeNodes(settings, previous.main)
  const port = await freePort()
  const nodePorts = site.nodes.map((node) => node.port)
  const stopProxy = await startProxy(proxy, { port, nodePorts, folder, repeats: false })
  try {
    if (stopProxy === undefined) return true
    const assets = await listAssets(site.nodes[0])
    const ofPrevious = assets.length
    const load = new SteadyLoad(port, (count) => nextRequest(count, { ...site, assets }))
    await sleep(sideBySideMs)
    for (const node of site.nodes) {
      await node.end('SIGTERM')
      node.main = currentMain
      await node.start()
      if (assets.length === ofPrevious)
        assets.push(...(await listAssets(node)).filter((path) => !assets.includes(path)))
      await sleep(sideBySideMs)
    }
    const { requests, failures, refusals, examples } = await load.stop()
    const versions = `${previous.name} 的 ${ofPrevious} 个和新版的 ${assets.length - ofPrevious} 个脚本与样式`
    console.log(
      `三个节点依次从 ${previous.name} 更新：${requests} 个请求（含${versions}），失败 ${failures} 个，其中过载时拒绝的 ${refusals} 个`,
    )
    for (const example of examples) console.log(`  ${example}`)
    return failures === 0
  } finally {
    await stopProxy?.()
    await site.stop()
    await rm(folder, { recursive: true, force: true })
    await previous.remove()
  }
}

/**
 * Returns the URL paths of the scripts and style sheets that the home page and the list of books of a node refer to.
 */
async function listAssets(node: SiteNode | undefined): Promise<string[]> {
  const found = new Set<string>()
  for (const path of ['/', '/book']) {
    const html = await (await fetch(`http://127.0.0.1:${node?.port}${path}`)).text()
    for (const [asset] of html.matchAll(/\/assets\/[\w.-]+\.(?:js|css)/g)) found.add(asset)
  }
  return [...found]
}

interface Caller {
  token: string
  bookId: string
  assets: string[]
}

/**
 * Returns the next request of the load. Of five requests, two read pages, two request scripts or style sheets, and one
 * writes.
 */
function nextRequest(count: number, { token, bookId, assets }: Caller) {
  if (count % 5 === 4) {
    const body = { itemType: 'book', itemId: bookId, on: count % 2 === 0 }
    return { method: 'POST' as const, path: '/api/v1/user/liked', body, token }
  }
  if (count % 5 >= 2)
    return { method: 'GET' as const, path: assets[Math.floor(count / 2) % assets.length] ?? '/', mustExist: true }
  return { method: 'GET' as const, path: count % 2 === 0 ? '/book' : `/book/${bookId}`, mustExist: true }
}
