import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AppQuestion } from './app-process.ts'
import type { BareQuestion } from './bare-process.ts'
import { type Child, startChild, startSettings } from './bench-process.ts'
import { atLeast, atMost, median, row, type Table } from './budget-table.ts'
import { mustGet, pageRequest } from './http-client.ts'
import type { LoadResult } from './load-process.ts'
import { requireTestPostgres } from './patient-database.ts'
import { familyOf, processorMs, pssOf } from '../test/process-usage.ts'
import { startSite } from './running-site.ts'

const path = '/book'
const clients = 32
const seconds = 1.5
/** Response headers that `node:http` adds itself, so that the bare server need not copy them from the site. */
const ownHeaders = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'])

/** The requests a second that a server answered, and its processor time for each request in µs. */
interface Round {
  rate: number
  cost: number
}

/** Compares a cached page of the site with a bare `node:http` server that sends the same bytes. */
export async function measurePages(): Promise<Table> {
  const rounds = 7
  await requireTestPostgres()
  const loader = startChild('load-process.ts')
  const site = startChild('app-process.ts', startSettings)
  const siteUrl = await site.ask<string>({ do: 'listen', isCached: true } satisfies AppQuestion)
  const bare = startChild('bare-process.ts')
  const bareUrl = await bare.ask<string>({ do: 'listen', ...(await fetchPage(siteUrl)) } satisfies BareQuestion)
  const loadChild = (server: Child, url: string) => load(loader, url, () => server.ask({ do: 'cpu' }))
  const all: { site: Round; bare: Round }[] = []
  for (let round = -1; round < rounds; round++)
    all.push({ site: await loadChild(site, siteUrl), bare: await loadChild(bare, bareUrl) })
  await Promise.all([site, bare, loader].map((child) => child.stop()))
  // The first round is not counted, because Node optimises the code of the servers in it.
  const counted = all.slice(1)
  const ratio = median(counted.map(({ site, bare }) => bare.cost / site.cost))
  return {
    title: `pages: cached ${path}, ${clients} connections, ${rounds} rounds of ${seconds} s in turns, medians`,
    rows: [
      row('requests of a processor second against a bare server', ratio, '×', atLeast(0.9)),
      row('— processor time a request', median(counted.map(({ site }) => site.cost)), 'µs'),
      row('rate against a bare server', median(counted.map(({ site, bare }) => site.rate / bare.rate)), '×'),
      row('— rate', median(counted.map(({ site }) => site.rate)), 'req/s'),
    ],
  }
}

async function fetchPage(url: string) {
  const { headers, body } = await mustGet(url + path, 'gzip')
  const own = Object.entries(headers).filter(([name]) => !ownHeaders.has(name))
  return {
    headers: Object.fromEntries(own.map(([name, value]) => [name, String(value)])),
    body: body.toString('base64'),
  }
}

/** Asks for the page again and again. `spent` returns the processor time in ms that the server has used so far. */
async function load(loader: Child, url: string, spent: () => Promise<number>): Promise<Round> {
  const before = await spent()
  const result = await loader.ask<LoadResult>({ url, requests: [pageRequest(path)], clients, seconds })
  const count = result.times.length
  if (count < result.sent) throw new Error(`the server gave other answers: ${JSON.stringify(result.statuses)}`)
  return { rate: count / result.seconds, cost: (((await spent()) - before) * 1000) / count }
}

/**
 * Compares the processor time that a cached page takes with one process and with two workers. The rates are not
 * compared, because the load shares the machine's cores with the site.
 */
export async function measureWorkers(): Promise<Table> {
  const rounds = 3
  const loader = startChild('load-process.ts')
  const all: { one: Round; two: Round & { memory: number } }[] = []
  for (let round = 0; round < rounds; round++)
    all.push({ one: await measureSite('1', loader), two: await measureSite('2', loader) })
  await loader.stop()
  const ratio = median(all.map(({ one, two }) => two.cost / one.cost))
  return {
    title: `workers: cached ${path}, ${clients} connections, ${rounds} rounds of ${seconds} s in turns, medians`,
    rows: [
      row('processor time a request, two workers against one process', ratio, '×', atMost(1.25)),
      row('— with two workers', median(all.map(({ two }) => two.cost)), 'µs'),
      row('memory of the supervisor and two workers', median(all.map(({ two }) => two.memory)), 'MB'),
    ],
  }
}

async function measureSite(workers: string, loader: Child): Promise<Round & { memory: number }> {
  const site = await startSite({ WORKERS: workers })
  // The site answers as soon as its first worker is ready. It prints 已经开张 when all workers are ready.
  while (!site.output().includes('已经开张')) await sleep(50)
  const pids = await nodesOf(site.pid)
  const spent = () => processorMs(pids)
  // The first round of requests is not measured: in it every worker puts the page into its cache, and Node optimises
  // the code.
  await load(loader, site.url, spent)
  const round = await load(loader, site.url, spent)
  const memory = (await Promise.all(pids.map(pssOf))).reduce((sum, pss) => sum + pss, 0)
  await site.stop()
  return { ...round, memory }
}

/** Returns the ids of the Node processes of a site: the supervisor and its workers, without PostgreSQL. */
async function nodesOf(pid: number): Promise<number[]> {
  const family = await familyOf(pid)
  const names = await Promise.all(family.map((one) => readFile(`/proc/${one}/cmdline`, 'utf8').catch(() => '')))
  return family.filter((_, index) => /\/(main|run-worker)\.ts\0/.test(names[index] ?? ''))
}
