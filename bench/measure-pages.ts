import type { AppQuestion } from './app-process.ts'
import type { BarePage, BareQuestion } from './bare-process.ts'
import { atLeast, type Table } from './budget-table.ts'
import { type Child, startChild } from './child-process.ts'
import { loadServer } from './load-server.ts'
import { median } from './median.ts'
import { mustGet } from './raw-get.ts'
import { startSettings } from './start-settings.ts'
import { requireTestPostgres } from './test-postgres.ts'

const path = '/book'
const rounds = 9
const secondsPerRound = 2
const encodingRounds = 3
/**
 * Names of the response headers that `node:http` adds itself, so that the reference server need not copy them from the
 * site.
 */
const ownHeaders = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'])

interface Server {
  url: string
  child: Child
  /**
   * The requests per second (`rates`) and the processor time for each request in µs (`costs`); each list has one value
   * for each round of the measurement.
   */
  rates: number[]
  costs: number[]
}

/** Compares a cached page of the site with a bare `node:http` server that sends the same bytes. */
export async function measurePages(): Promise<Table> {
  await requireTestPostgres()
  const site = await listen('app-process.ts', { do: 'listen', isCached: true } satisfies AppQuestion, startSettings)
  const page = await fetchPage(site.url)
  const plain = await listen('bare-process.ts', { do: 'listen', path, page, isPlain: true } satisfies BareQuestion)
  const featured = await listen('bare-process.ts', { do: 'listen', path, page, isPlain: false } satisfies BareQuestion)
  const servers = [site, plain, featured]
  // The first round of measurements is not counted: it lets Node optimise the code of the servers.
  for (const server of servers) await load(server)
  for (const server of servers) server.rates = server.costs = []
  for (let round = 0; round < rounds; round++) {
    // The order of the three servers rotates, so that each one is measured first, second and last equally often.
    for (let i = 0; i < servers.length; i++) await load(servers[(round + i) % servers.length] ?? site)
  }
  const uncompressed = await compareEncodings(site)
  await Promise.all(servers.map(({ child }) => child.stop()))
  return report(site, plain, featured, uncompressed)
}

async function listen(file: string, question: object, settings = {}): Promise<Server> {
  const child = startChild(file, settings)
  return { url: await child.ask<string>(question), child, rates: [], costs: [] }
}

async function fetchPage(url: string): Promise<BarePage> {
  const [br, gzip, identity] = await Promise.all(
    ['br', 'gzip', 'identity'].map((encoding) => mustGet(url + path, encoding)),
  )
  if (br === undefined || gzip === undefined || identity === undefined) throw new Error('no page')
  const headers = Object.entries(identity.headers).filter(([name]) => name !== 'etag' && !ownHeaders.has(name))
  return {
    headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
    etag: identity.headers.etag ?? '',
    bodies: {
      br: br.body.toString('base64'),
      gzip: gzip.body.toString('base64'),
      identity: identity.body.toString('base64'),
    },
  }
}

/**
 * Returns for each round how fast the site serves clients that accept no encoding, relative to clients that accept gzip
 * (requests per second divided by requests per second).
 */
async function compareEncodings({ url }: Server): Promise<number[]> {
  const ratios: number[] = []
  for (let round = 0; round < encodingRounds; round++) {
    const gzip = await loadServer(url, [path], secondsPerRound, 'gzip')
    const identity = await loadServer(url, [path], secondsPerRound, 'identity')
    ratios.push(identity.rate / gzip.rate)
  }
  return ratios
}

async function load(server: Server) {
  const cpu = await server.child.ask<number>({ do: 'cpu' })
  const { rate, count } = await loadServer(server.url, [path], secondsPerRound)
  const spent = (await server.child.ask<number>({ do: 'cpu' })) - cpu
  server.rates = [...server.rates, rate]
  server.costs = [...server.costs, (spent * 1000) / count]
}

function report(site: Server, plain: Server, featured: Server, uncompressed: number[]): Table {
  const ratio = (a: number[], b: number[]) => median(a.map((value, round) => value / (b[round] ?? Number.NaN)))
  const busy = median(site.rates.map((rate, round) => (rate * (site.costs[round] ?? 0)) / 1e6))
  return {
    title: `pages: cached ${path}, 32 connections, ${rounds} rounds of ${secondsPerRound} s each, medians`,
    rows: [
      { name: 'rate / plain bare server', value: ratio(site.rates, plain.rates), unit: '×', limit: atLeast(0.8) },
      { name: 'rate / bare server with the same features', value: ratio(site.rates, featured.rates), unit: '×' },
      { name: 'cpu a request / plain bare server', value: ratio(site.costs, plain.costs), unit: '×' },
      {
        name: 'cpu a request / bare server with the same features',
        value: ratio(site.costs, featured.costs),
        unit: '×',
      },
      { name: 'rate without compression / rate with gzip', value: median(uncompressed), unit: '×' },
      { name: 'rate: the site', value: median(site.rates), unit: 'req/s' },
      { name: 'rate: plain bare server', value: median(plain.rates), unit: 'req/s' },
      { name: 'rate: bare server with the same features', value: median(featured.rates), unit: 'req/s' },
      { name: 'processors that the site used', value: busy, unit: '' },
    ],
  }
}
