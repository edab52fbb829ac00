import { readdir, readFile } from 'node:fs/promises'

/**
 * Returns the proportional set size of a process in MB of 1000 kB: all of its pages in memory, with each shared page
 * divided by the number of processes that share it.
 */
export async function pssOf(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
  return (Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1]) * 1.024) / 1000
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

/** Returns the processor time that the threads of other processes have used together, in ms. */
export async function processorMs(pids: number[]): Promise<number> {
  const threads = await Promise.all(
    pids.map(async (pid) =>
      (await readdir(`/proc/${pid}/task`)).map((thread) => `/proc/${pid}/task/${thread}/schedstat`),
    ),
  )
  const times = await Promise.all(threads.flat().map((file) => readFile(file, 'utf8').catch(() => '0')))
  return times.reduce((sum, time) => sum + Number(time.split(' ')[0]) / 1e6, 0)
}
