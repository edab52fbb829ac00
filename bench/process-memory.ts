import { readdir, readFile } from 'node:fs/promises'

/** In MB of 1000 kB. It is read from `/proc`, so that memory is measured on Linux only. */
export interface ProcessMemory {
  /** All pages that are in memory, those shared with other processes too. */
  rss: number
  /** The same, with shared pages divided among those who share them. */
  pss: number
  /** Pages nobody else has: what would be free without the process. */
  own: number
}

export async function memoryOf(pid: number): Promise<ProcessMemory> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
  const field = (name: string) => (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1]) * 1.024) / 1000
  return { rss: field('Rss'), pss: field('Pss'), own: field('Private_Clean') + field('Private_Dirty') }
}

/** The most it ever had, in MB. */
export async function peakOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return (Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) * 1.024) / 1000
}

/** A process and all that descend from it. */
export async function familyOf(pid: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = new Map(await Promise.all(pids.map(async (one) => [one, await parentOf(one)] as const)))
  const isOfFamily = (one: number | undefined): boolean =>
    one !== undefined && one > 1 && (one === pid || isOfFamily(parents.get(one)))
  return pids.filter(isOfFamily)
}

/** Undefined when it has ended meanwhile. */
async function parentOf(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const parent = /^PPid:\s+(\d+)/m.exec(status)?.[1]
  return parent === undefined ? undefined : Number(parent)
}
