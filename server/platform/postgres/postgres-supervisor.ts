import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedPostgresError } from './postgres-error.ts'
import { endLeftovers, endPostmaster } from './postgres-processes.ts'
import { startServer, type ServerSite } from './postgres-server.ts'

export type Supervision = { stop(): Promise<void>; exited: Promise<Error | undefined> }

const pausesMs = [0, 500, 1_000, 2_000, 5_000, 10_000]
const steadyMs = 60_000
const trimMs = 600_000

/** Runs the PostgreSQL server and restarts it when it exits unexpectedly, until it is stopped or exits too often. */
export async function supervise(site: ServerSite, starting?: AbortSignal): Promise<Supervision> {
  const stopping = new AbortController()
  let failures = 0
  let server = await startServer(site, starting ?? stopping.signal)
  const trimming = setInterval(() => site.serverLog.trim(), trimMs).unref()
  const exited = restartOnExit().finally(() => {
    clearInterval(trimming)
    return endLeftovers(site.cluster)
  })
  return {
    exited,
    async stop() {
      stopping.abort()
      await endPostmaster(server.pid, site.cluster)
      await exited
    },
  }

  async function restartOnExit(): Promise<Error | undefined> {
    for (;;) {
      const since = performance.now()
      const how = await server.ended
      if (stopping.signal.aborted) return undefined
      if (performance.now() - since > steadyMs) failures = 0
      site.log(`PostgreSQL 意外退出（${how}），正在重新启动它。`)
      const failure = await restart()
      if (failure || stopping.signal.aborted) return failure
    }
  }

  async function restart(cause?: unknown): Promise<Error | undefined> {
    const pauseMs = pausesMs[failures++]
    if (pauseMs === undefined) {
      const message = `内置的 PostgreSQL 一再退出，不再重新启动它，详见 ${site.serverLog.path}。`
      return new EmbeddedPostgresError('broken', message, { cause })
    }
    try {
      await sleep(pauseMs, undefined, { signal: stopping.signal })
      server = await startServer(site, stopping.signal)
      site.log('PostgreSQL 已重新启动。')
      // While the new PostgreSQL server started, stop() may have been called. It could end only the previous server, so
      // the new one is stopped here.
      if (stopping.signal.aborted) await endPostmaster(server.pid, site.cluster)
      return undefined
    } catch (error) {
      if (stopping.signal.aborted) return undefined
      site.log(error instanceof Error ? error.message : String(error))
      return restart(error)
    }
  }
}
