import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds to wait after a change, because an editor or a checkout writes several files at once. */
const debounceMs = 100

interface Restarted {
  /** Starts the process; called again after each change. */
  start(): ChildProcess
  /** Folders whose source files are watched, with all folders below them. */
  folders: string[]
  /** Called when the process has ended by itself; the next change starts it again. */
  onExit(): void
  /** Ends the process for good. */
  signal: AbortSignal
}

/**
 * Runs a process and replaces it whenever a source file changes; tests do not count. The old process gets SIGTERM and has ended
 * before the new one starts. Resolves when the signal has aborted and the process has ended.
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
