import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../test/free-port.ts'
import { spawnSite, waitUntilReady } from '../test/site-process.ts'
import { atEnd, startSettings } from './bench-process.ts'

export interface RunningSite {
  url: string
  pid: number
  /** Milliseconds from the start of the site's process until `/readyz` answers 200. */
  readyAfterMs: number
  /** Returns everything that the site has printed so far. */
  output(): string
  /** Stops the site and resolves with the exit code of its process, or the name of the signal that ended it. */
  stop(): Promise<number | string>
}

let prepared: Promise<string> | undefined

/**
 * Starts the site as `npm start` does, with a data directory that an earlier start has already prepared. `settings` are
 * further environment variables of the site.
 */
export async function startSite(settings: Record<string, string> = {}): Promise<RunningSite> {
  prepared ??= prepareDirectory()
  return run(await prepared, settings)
}

async function prepareDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'zhitu-bench-'))
  atEnd(() => rm(directory, { recursive: true, force: true }))
  const site = await run(directory)
  await site.stop()
  return directory
}

/**
 * Starts the site with the given data directory. The settings of the caller are blanked: the site treats an empty
 * variable as not set, even if a `.env` file sets it.
 */
async function run(dataDirectory: string, settings: Record<string, string> = {}): Promise<RunningSite> {
  const began = performance.now()
  const blank = { DATABASE_URL: '', SMTP_URL: '', PUBLIC_URL: '', WORKERS: '' }
  const own = { DATA_DIR: dataDirectory, HOST: '127.0.0.1', LOG_LEVEL: 'warn' }
  const site = spawnSite({ ...startSettings, ...blank, ...own, ...settings }, await freePort())
  const stop = async () => {
    if (site.child.exitCode === null) site.child.kill('SIGTERM')
    return site.exited
  }
  atEnd(stop)
  await waitUntilReady(site)
  const { child, url, output } = site
  return { url, pid: child.pid ?? 0, readyAfterMs: performance.now() - began, output, stop }
}
