import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { atLeast, type Table } from './budget-table.ts'
import { loadServer } from './load-server.ts'
import { median } from './median.ts'
import { familyOf, memoryOf } from './process-memory.ts'
import { mustGet } from './raw-get.ts'
import { startSite } from './running-site.ts'

const path = '/book'
const rounds = 5
const secondsPerRound = 2
/** The length of one tick of the processor times in `/proc`, in milliseconds; the same on every Linux. */
const tickMs = 10

interface Round {
  /** Answered requests per second. */
  rate: number
  /** The processor time of all processes of the site per request, in microseconds. */
  cost: number
  /**
   * The processor time per request of that process of the site which used the most, in microseconds. The requests per
   * second of the site cannot exceed one second divided by this time, however many cores the machine has.
   */
  bottleneck: number
}

/**
 * Compares the rate of a cached page with one process and with two workers. The load comes from this process, which
 * shares the machine's cores with the site. The limit therefore applies to the rate at which the busiest process of the
 * site would use a whole core; the rates that were reached are shown beside it.
 */
export async function measureWorkers(): Promise<Table> {
  const one: Round[] = []
  const two: Round[] = []
  let memory = 0
  for (let turn = 0; turn < rounds; turn++) {
    one.push((await measure('1')).round)
    const ofTwo = await measure('2')
    two.push(ofTwo.round)
    memory = ofTwo.memory
  }
  const ratio = (of: (round: Round) => number) => median(two.map((round, turn) => of(round) / of(one[turn] ?? round)))
  const middle = (all: Round[], of: (round: Round) => number) => median(all.map(of))
  const capacity = ({ bottleneck }: Round) => 1e6 / bottleneck
  return {
    title: `workers: cached ${path}, 32 connections, ${rounds} rounds of ${secondsPerRound} s each, medians`,
    rows: [
      {
        name: 'rate with a core for each process: two workers / one',
        value: ratio(capacity),
        unit: '×',
        limit: atLeast(1.7),
      },
      { name: '— one process', value: middle(one, capacity), unit: 'req/s' },
      { name: '— two workers', value: middle(two, capacity), unit: 'req/s' },
      { name: 'rate beside the load: two workers / one', value: ratio(({ rate }) => rate), unit: '×' },
      { name: '— one process', value: middle(one, ({ rate }) => rate), unit: 'req/s' },
      { name: '— two workers', value: middle(two, ({ rate }) => rate), unit: 'req/s' },
      { name: 'processor time a request: two workers / one', value: ratio(({ cost }) => cost), unit: '×' },
      { name: 'processor time a request, two workers', value: middle(two, ({ cost }) => cost), unit: 'µs' },
      { name: 'memory of the supervisor and two workers', value: memory, unit: 'MB' },
    ],
  }
}

async function measure(workers: string): Promise<{ round: Round; memory: number }> {
  const site = await startSite({ WORKERS: workers })
  // The site answers as soon as its first worker is ready. It prints 已经开张 when all workers are ready.
  while (!site.output().includes('已经开张')) await sleep(50)
  await mustGet(site.url + path, 'br')
  // The first round of requests is not measured: in it every worker puts the page into its cache, and Node optimises
  // the code.
  await loadServer(site.url, [path], secondsPerRound)
  const pids = await nodesOf(site.pid)
  const before = await Promise.all(pids.map(cpuOf))
  const { rate, count } = await loadServer(site.url, [path], secondsPerRound)
  const spent = (await Promise.all(pids.map(cpuOf))).map((after, index) => after - (before[index] ?? 0))
  const memory = (await Promise.all(pids.map(memoryOf))).reduce((sum, { pss }) => sum + pss, 0)
  await site.stop()
  const perRequest = (ms: number) => (ms * 1000) / count
  const cost = perRequest(spent.reduce((sum, ms) => sum + ms, 0))
  return { round: { rate, cost, bottleneck: perRequest(Math.max(...spent)) }, memory }
}

/** Returns the ids of the Node processes of a site: the supervisor and its workers, without PostgreSQL. */
async function nodesOf(pid: number): Promise<number[]> {
  const family = await familyOf(pid)
  const names = await Promise.all(family.map((one) => readFile(`/proc/${one}/cmdline`, 'utf8').catch(() => '')))
  return family.filter((_, index) => /\/(main|run-worker)\.ts\0/.test(names[index] ?? ''))
}

/** Returns the processor time that a process has used so far, in milliseconds. */
async function cpuOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The name of the process, in parentheses, may contain spaces; the fields are counted after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tickMs
}
