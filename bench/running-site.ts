import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { atEnd } from './cleanup.ts'
import { findFreePort } from './find-free-port.ts'
import { rawGet } from './raw-get.ts'
import { startSettings } from './start-settings.ts'

export interface RunningSite {
  url: string
  pid: number
  dataDirectory: string
  /** Milliseconds from the start of the site's process until `/readyz` answers 200. */
  readyAfterMs: number
  /** Returns everything that the site has printed so far. */
  output(): string
  /** Stops the site and resolves with the exit code of its process. */
  stop(): Promise<number | null>
}

const main = resolve(import.meta.dirname, '#server/start/main.ts')
let prepared: Promise<string> | undefined

/**
 * Starts the site as `npm start` does, with a data directory that an earlier start has already prepared. `settings` are
 * further environment variables of the site.
 */
export async function startSite(settings: Record<string, string> = {}): Promise<RunningSite> {
  prepared ??= prepareDirectory()
  return runMain(await prepared, settings)
}

async function prepareDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'zhitu-bench-'))
  atEnd(() => rm(directory, { recursive: true, force: true }))
  const site = await runMain(directory)
  await site.stop()
  return directory
}

async function runMain(dataDirectory: string, settings: Record<string, string> = {}): Promise<RunningSite> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const began = performance.now()
  const site = spawn(process.execPath, [main], {
    env: { ...environment(dataDirectory, port), ...settings },
    stdio: 'pipe',
  })
  let output = ''
  for (const stream of [site.stdout, site.stderr]) stream.on('data', (data) => (output += String(data)))
  const exited = once(site, 'exit').then(([code]) => code as number | null)
  const stop = async () => {
    if (site.exitCode === null) site.kill('SIGTERM')
    return exited
  }
  atEnd(stop)
  while ((await rawGet(`${url}/readyz`).catch(() => null))?.status !== 200) {
    if (site.exitCode !== null) throw new Error(`the site ended by itself:\n${output}`)
    if (performance.now() - began > 120_000) throw new Error(`the site is not ready after two minutes:\n${output}`)
    await sleep(5)
  }
  return { url, pid: site.pid ?? 0, dataDirectory, readyAfterMs: performance.now() - began, output: () => output, stop }
}

/**
 * Returns the environment variables for a site under test. The settings of the caller are blanked: the site treats an
 * empty variable as not set, even if a `.env` file sets it.
 */
function environment(dataDirectory: string, port: number): NodeJS.ProcessEnv {
  return {
    ...process.env,
    ...startSettings,
    DATA_DIR: dataDirectory,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATABASE_URL: '',
    SMTP_URL: '',
    PUBLIC_URL: '',
    WORKERS: '',
    LOG_LEVEL: 'warn',
  }
}
