import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import type { Connection } from '#server/platform/db/open-database.ts'

const root = resolve(import.meta.dirname, '..')

export interface SiteProcess {
  child: ChildProcess
  url: string
  /** Returns everything that the site's process has printed so far. */
  output(): string
  /** Resolves with the exit code of the site's process, or with the name of the signal that ended it. */
  exited: Promise<number | string>
}

/** Starts the site in a child process, as an operator does. */
export function spawnSite(environment: Record<string, string>, port: number): SiteProcess {
  const child = spawn(process.execPath, ['server/start/main.ts'], {
    cwd: root,
    env: { ...process.env, LOG_LEVEL: 'info', PORT: String(port), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  const exited = new Promise<number | string>((done) =>
    child.once('exit', (code, signal) => done(code ?? signal ?? '')),
  )
  return { child, url: `http://127.0.0.1:${port}`, output: () => output, exited }
}

/**
 * Waits until the site serves requests. If the site's process ends before that, throws an error with the output of the
 * process.
 */
export async function waitUntilReady({ url, exited, output }: SiteProcess) {
  let ended: number | string | undefined
  void exited.then((code) => (ended = code))
  for (;;) {
    if (ended !== undefined) throw new Error(`the site ended with ${ended}: ${output()}`)
    const ready = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (ready) return
    await new Promise((wait) => setTimeout(wait, 100))
  }
}

/** Returns the DATABASE_URL of a database whose server listens on a socket. */
export function databaseAddress({ host = '', port, user, database }: Connection): string {
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
}
