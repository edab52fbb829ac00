import type { AppQuestion } from './app-process.ts'
import { atMost, type Row } from './budget-table.ts'
import { startChild } from './child-process.ts'
import { median } from './median.ts'
import { startSettings } from './start-settings.ts'
import { createMarkedDatabase, type MarkedDatabase } from './synthetic-marks.ts'
import { requireTestPostgres } from './test-postgres.ts'

export const fewMarks = 1000
export const manyMarks = 1_000_000
export const rounds = 21

export interface MarkedSite extends MarkedDatabase {
  url: string
}

interface MarkedSites {
  small: MarkedSite
  large: MarkedSite
  /** Seconds that loading the large site took. */
  loaded: number
}

let started: Promise<MarkedSites> | undefined

/**
 * Starts a site with few marks on its map and one with many, both without a cache; later calls return the same promise.
 */
export function requireMarkedSites(): Promise<MarkedSites> {
  started ??= startMarkedSites()
  return started
}

async function startMarkedSites(): Promise<MarkedSites> {
  await requireTestPostgres()
  const small = await startMarkedSite(fewMarks)
  const began = performance.now()
  const large = await startMarkedSite(manyMarks)
  return { small, large, loaded: (performance.now() - began) / 1000 }
}

async function startMarkedSite(countMarks: number): Promise<MarkedSite> {
  const database = await createMarkedDatabase(countMarks)
  const child = startChild('app-process.ts', startSettings)
  const { connection } = database
  const url = await child.ask<string>({ do: 'listen', isCached: false, connection } satisfies AppQuestion)
  return { ...database, url }
}

let addresses = 0

/**
 * Returns an IP address of this machine that no earlier call returned, because rate limits count each address
 * separately.
 */
export function freshAddress(): string {
  addresses += 1
  return `127.${16 + (addresses >> 16)}.${(addresses >> 8) & 255}.${addresses & 255}`
}

/** Measures how long an operation takes on the site with few marks and on the site with many marks, in ms. */
export async function compareSites({ small, large }: MarkedSites, what: (site: MarkedSite) => Promise<unknown>) {
  const times = { small: [] as number[], large: [] as number[] }
  for (let round = -3; round < rounds; round++)
    for (const [size, site] of [
      ['small', small],
      ['large', large],
    ] as const) {
      const began = performance.now()
      await what(site)
      if (round >= 0) times[size].push(performance.now() - began)
    }
  return { small: median(times.small), large: median(times.large) }
}

/** Returns the rows of a result table that compare the times of an operation on the two sites. */
export function rowsOfSites(name: string, { small, large }: { small: number; large: number }, bound?: number): Row[] {
  return [
    { name: `${name}: against few`, value: large / small, unit: '×', ...(bound && { limit: atMost(bound) }) },
    { name: `${name}: with many`, value: large, unit: 'ms' },
  ]
}
