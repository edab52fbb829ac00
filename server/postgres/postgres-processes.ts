import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { listLinuxProcesses } from './linux-processes.ts'
import { listLsofProcesses } from './lsof-processes.ts'

type Step = { signal?: NodeJS.Signals; waitMs: number }

const shutdown: Step[] = [
  { signal: 'SIGINT', waitMs: 10_000 },
  { signal: 'SIGQUIT', waitMs: 10_000 },
  { signal: 'SIGKILL', waitMs: 10_000 },
]
// Without their postmaster the others leave by themselves, unless they are in the middle of a long query.
const clearance: Step[] = [
  { waitMs: 2_000 },
  { signal: 'SIGQUIT', waitMs: 5_000 },
  { signal: 'SIGKILL', waitMs: 10_000 },
]

/**
 * Ends what an earlier run left behind: the caller holds the lock on the data directory, so whoever still works here
 * has lost its site. A PostgreSQL that lives is not taken over but shut down and started anew: that costs a fraction
 * of a second after a kill, and leaves one way to run it, with this version's programs and settings, as our child.
 */
export async function endPreviousRun(cluster: string, log: (message: string) => void): Promise<void> {
  const postmaster = readPostmasterFile(cluster)?.pid
  if (postgresProcesses(cluster).length > 0) log('先前的 PostgreSQL 还有进程留着，正在结束它们。')
  if (postmaster !== undefined) await endPostmaster(postmaster, cluster)
  await endLeftovers(cluster)
  dropMisleadingFile(cluster)
}

/** Shuts a server down: its own work ends in order, then in haste, and at last by force. */
export async function endPostmaster(pid: number, cluster: string): Promise<void> {
  await endAll([pid], cluster, shutdown)
}

/** Ends what a server that was killed left of its processes. */
export async function endLeftovers(cluster: string): Promise<void> {
  await endAll(postgresProcesses(cluster), cluster, clearance)
}

/** Ends at once what still works in a directory that will be thrown away. */
export async function endWorkIn(directory: string): Promise<void> {
  await endAll(postgresProcesses(directory), directory, [{ signal: 'SIGKILL', waitMs: 10_000 }])
}

/** What `postmaster.pid` says: who runs the cluster, and whether it takes connections. */
export function readPostmasterFile(cluster: string): { pid: number; isReady: boolean } | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    return pid > 0 ? { pid, isReady: lines[7]?.trim() === 'ready' } : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns the ids of the PostgreSQL processes that work in `directory` (a real path), as the kernel reports them: each of them
 * has its cluster's directory as its current one. So an id that now belongs to another program is never mistaken for ours.
 */
export function postgresProcesses(directory: string): number[] {
  return process.platform === 'linux' ? listLinuxProcesses(directory) : listLsofProcesses(directory)
}

async function endAll(pids: number[], directory: string, steps: Step[]): Promise<void> {
  for (const { signal, waitMs } of steps) {
    const present = () => postgresProcesses(directory).filter((pid) => pids.includes(pid))
    if (signal) for (const pid of present()) send(signal, pid)
    const until = performance.now() + waitMs
    while (present().length > 0) {
      if (performance.now() > until) break
      await sleep(10)
    }
  }
}

function send(signal: NodeJS.Signals, pid: number): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has just ended.
  }
}

/** PostgreSQL believes a stale postmaster.pid whose id is now another program's of the same user, and will not start. */
function dropMisleadingFile(cluster: string): void {
  const pid = readPostmasterFile(cluster)?.pid
  if (pid === undefined || postgresProcesses(cluster).includes(pid)) return
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
}
