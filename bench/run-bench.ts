import { buildBundle } from '#server/pages/rendering/build-bundle.ts'
import { isOver, printTable, type Table } from './budget-table.ts'
import { cleanUp } from './cleanup.ts'
import { measureAccounts } from './measure-accounts.ts'
import { measureBytes } from './measure-bytes.ts'
import { measureEntries } from './measure-entries.ts'
import { measureFlood } from './measure-flood.ts'
import { measureHostile } from './measure-hostile.ts'
import { measureLoading } from './measure-loading.ts'
import { measureMarks } from './measure-marks.ts'
import { measureMemory } from './measure-memory.ts'
import { measureOverload } from './measure-overload.ts'
import { measureNovel } from './measure-novel.ts'
import { measurePages } from './measure-pages.ts'
import { measurePaint } from './measure-paint.ts'
import { measureReaderApp } from './measure-reader.ts'
import { measureRender } from './measure-render.ts'
import { measureScale } from './measure-scale.ts'
import { measureSearch } from './measure-search.ts'
import { measureStart } from './measure-start.ts'
import { measureWorkers } from './measure-workers.ts'
import { measureWrites } from './measure-writes.ts'

/**
 * All benchmarks by name. Without command line arguments all of them run, otherwise only those named in the arguments.
 */
const measures: Record<string, () => Promise<Table>> = {
  pages: measurePages,
  workers: measureWorkers,
  render: measureRender,
  bytes: measureBytes,
  paint: measurePaint,
  start: measureStart,
  memory: measureMemory,
  accounts: measureAccounts,
  flood: measureFlood,
  overload: measureOverload,
  search: measureSearch,
  hostile: measureHostile,
  loading: measureLoading,
  marks: measureMarks,
  scale: measureScale,
  writes: measureWrites,
  reader: measureReaderApp,
  novel: measureNovel,
  entries: measureEntries,
}
const longestMs = 30 * 60_000

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void leave(1))
setTimeout(() => (console.error('not done after thirty minutes'), void leave(1)), longestMs).unref()
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
  let over = 0
  let limits = 0
  for (const [name, measure] of Object.entries(measures)) {
    if (names.length > 0 && !names.includes(name)) continue
    const began = performance.now()
    const table = await measure()
    printTable(table)
    console.log(`  · took ${Math.round((performance.now() - began) / 1000)} s`)
    limits += table.rows.filter(({ limit }) => limit !== undefined).length
    over += table.rows.filter(isOver).length
  }
  console.log(over === 0 ? `\nok: all ${limits} limits are met` : `\nOVER: ${over} of ${limits} limits are exceeded`)
  return over === 0 ? 0 : 1
}

async function leave(code: number): Promise<never> {
  await cleanUp()
  process.exit(code)
}
