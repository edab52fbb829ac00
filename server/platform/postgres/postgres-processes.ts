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
// The steps that end leftover child processes of a PostgreSQL server whose main process is gone. Most of them exit by
// themselves, unless they run a long query.
const childShutdown: Step[] = [
  { waitMs: 2_000 },
  { signal: 'SIGQUIT', waitMs: 5_000 },
  { signal: 'SIGKILL', waitMs: 10_000 },
]

/**
 * Ends the PostgreSQL processes that an earlier run of the site left behind. The caller holds the lock on the data
 * directory, so no running site uses them. A running PostgreSQL is not reused but shut down and restarted, which costs
 * a fraction of a second and leaves a single way to run it: with the programs and settings of this version, as a child
 * of this process.
 */
export async function endPreviousRun(cluster: string, log: (message: string) => void): Promise<void> {
  const postmaster = readPostmasterFile(cluster)?.pid
  if (postgresProcesses(cluster).length > 0) log('先前的 PostgreSQL 还有进程留着，正在结束它们。')
  if (postmaster !== undefined) await endPostmaster(postmaster, cluster)
  await endLeftovers(cluster)
  removeStalePidFile(cluster)
}

/** Shuts a PostgreSQL server down with increasing force: SIGINT, SIGQUIT, then SIGKILL. */
export async function endPostmaster(pid: number, cluster: string): Promise<void> {
  await endAll([pid], cluster, shutdown)
}

/** Ends the child processes of a PostgreSQL server that was killed. */
export async function endLeftovers(cluster: string): Promise<void> {
  await endAll(postgresProcesses(cluster), cluster, childShutdown)
}

/** Kills the PostgreSQL processes that work in a directory which is about to be deleted. */
export async function endWorkIn(directory: string): Promise<void> {
  await endAll(postgresProcesses(directory), directory, [{ signal: 'SIGKILL', waitMs: 10_000 }])
}

/**
 * Returns the process id in `postmaster.pid` and whether the server accepts connections; undefined without a valid
 * file.
 */
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
 * Returns the ids of the PostgreSQL processes that work in `directory` (a real path), as the kernel reports them. Each
 * of them has its cluster's directory as its current directory, so the reused id of another program is never mistaken
 * for one of them.
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
    // The process ended before the signal could be sent, so nothing remains to be done.
  }
}

/**
 * Deletes a stale postmaster.pid. PostgreSQL would refuse to start if the process id in the file now belonged to
 * another program of the same user.
 */
function removeStalePidFile(cluster: string): void {
  const pid = readPostmasterFile(cluster)?.pid
  if (pid === undefined || postgresProcesses(cluster).includes(pid)) return
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
}
