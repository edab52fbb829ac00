import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Milliseconds to wait after a source file has changed, because a text editor or a git checkout writes several files at
 * once.
 */
const debounceMs = 100

interface Restarted {
  /** Starts the server process; called again after each change of a source file. */
  start(): ChildProcess
  /** Folders that are watched for changes of source files, including all subfolders. */
  folders: string[]
  /** Called when the server process has ended by itself. It starts again after the next change of a source file. */
  onExit(): void
  /** A signal that ends the server process without a restart. */
  signal: AbortSignal
}

/**
 * Runs a server process and restarts it whenever a source file changes, except test files. The old process gets SIGTERM
 * and has ended before the new one starts. The promise resolves when the signal has been aborted and the process has
 * ended.
 */
export async function restartOnChange({ start, folders, onExit, signal }: Restarted): Promise<void> {
  let changed = Promise.withResolvers<void>()
  signal.addEventListener('abort', () => changed.resolve())
  for (const folder of folders)
    watch(folder, { recursive: true, signal }, (_, file) => {
      if (file !== null && isSource(file)) changed.resolve()
    })
  while (!signal.aborted) {
    changed = Promise.withResolvers()
    const child = start()
    let isStopping = false
    const exited = once(child, 'exit').then(() => isStopping || signal.aborted || onExit())
    await changed.promise
    if (!signal.aborted) await sleep(debounceMs)
    isStopping = true
    child.kill('SIGTERM')
    await exited
  }
}

function isSource(file: string): boolean {
  return /\.(ts|sql|json|yaml)$/.test(file) && !file.endsWith('.test.ts')
}
