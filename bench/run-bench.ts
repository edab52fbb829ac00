import { buildBundle } from '#server/pages/rendering/build-bundle.ts'
import { cleanUp } from './bench-process.ts'
import { isOver, printTable, type Table } from './budget-table.ts'
import { measureFirstLoad } from './measure-first-load.ts'
import { measureFlood } from './measure-flood.ts'
import { measureLoading } from './measure-loading.ts'
import { measureMemory } from './measure-memory.ts'
import { measureOverload } from './measure-overload.ts'
import { measurePages, measureWorkers } from './measure-pages.ts'
import { measureReader } from './measure-reader.ts'
import { measureRender } from './measure-render.ts'
import { measureScale } from './measure-scale.ts'
import { measureSearch } from './measure-search.ts'
import { measureWrites } from './measure-writes.ts'

/**
 * All benchmarks by name. Without command line arguments all of them run, otherwise only those named in the arguments.
 */
const measures: Record<string, () => Promise<Table>> = {
  pages: measurePages,
  workers: measureWorkers,
  render: measureRender,
  memory: measureMemory,
  'first-load': measureFirstLoad,
  flood: measureFlood,
  overload: measureOverload,
  reader: measureReader,
  loading: measureLoading,
  search: measureSearch,
  scale: measureScale,
  writes: measureWrites,
}
const longestMs = 15 * 60_000

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void leave(1))
setTimeout(() => (console.error('not done after fifteen minutes'), void leave(1)), longestMs).unref()
try {
  await leave(await run(process.argv.slice(2)))
} catch (error) {
  console.error(error)
  await leave(1)
}

async function run(names: string[]): Promise<number> {
  const unknown = names.filter((name) => !Object.hasOwn(measures, name))
  if (unknown.length > 0) throw new Error(`no measure ${unknown.join()}; there are ${Object.keys(measures).join()}`)
  await buildBundle(console.log)
  const all = performance.now()
  let over = 0
  let limits = 0
  for (const [name, measure] of Object.entries(measures)) {
    if (names.length > 0 && !names.includes(name)) continue
    const began = performance.now()
    const table = await measure()
    printTable(table)
    console.log(`  · took ${secondsSince(began)} s`)
    limits += table.rows.filter(({ limit }) => limit !== undefined).length
    over += table.rows.filter(isOver).length
  }
  const verdict = over === 0 ? `ok: all ${limits} limits are met` : `OVER: ${over} of ${limits} limits are exceeded`
  console.log(`\n${verdict}, after ${secondsSince(all)} s`)
  return over === 0 ? 0 : 1
}

function secondsSince(began: number): number {
  return Math.round((performance.now() - began) / 1000)
}

async function leave(code: number): Promise<never> {
  await cleanUp()
  process.exit(code)
}
