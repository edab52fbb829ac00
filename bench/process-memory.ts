import { readdir, readFile } from 'node:fs/promises'

/** Memory of a process in MB of 1000 kB, read from `/proc`; memory can therefore be measured on Linux only. */
interface ProcessMemory {
  /** Resident set size: all pages in memory, including pages shared with other processes. */
  rss: number
  /**
   * Proportional set size: all pages in memory, with each shared page divided by the number of processes that share
   * it.
   */
  pss: number
  /** Unique set size: the memory that would become free if the process ended. */
  uss: number
}

export async function memoryOf(pid: number): Promise<ProcessMemory> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
  const field = (name: string) => (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1]) * 1.024) / 1000
  return { rss: field('Rss'), pss: field('Pss'), uss: field('Private_Clean') + field('Private_Dirty') }
}

/** Returns the peak resident memory of a process, in MB. */
export async function peakOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return (Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) * 1.024) / 1000
}

/** Returns the ids of a process and all of its descendants. */
export async function familyOf(pid: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = new Map(await Promise.all(pids.map(async (one) => [one, await parentOf(one)] as const)))
  const isOfFamily = (one: number | undefined): boolean =>
    one !== undefined && one > 1 && (one === pid || isOfFamily(parents.get(one)))
  return pids.filter(isOfFamily)
}

/** Returns the id of a process's parent process; undefined if the process has ended. */
async function parentOf(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const parent = /^PPid:\s+(\d+)/m.exec(status)?.[1]
  return parent === undefined ? undefined : Number(parent)
}
