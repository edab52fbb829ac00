import { explainStartFailure } from '#server/start/start-failure.ts'

/**
 * Runs a command of the operator and sets the exit code of the process: 0, 1 after an error, or 2 if the command
 * returns `usage`, whose text is then printed. The signal is aborted when the process is told to stop.
 */
export async function runCommand(usage: string, run: (signal: AbortSignal) => Promise<'usage' | undefined>) {
  const stopping = new AbortController()
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, () => stopping.abort())
  try {
    if ((await run(stopping.signal)) !== 'usage') return
    console.error(usage)
    process.exitCode = 2
  } catch (error) {
    const { code } = error as { code?: unknown }
    const isUsage = typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS')
    console.error(stopping.signal.aborted ? '已中断。' : isUsage ? usage : explainStartFailure(error))
    process.exitCode = isUsage ? 2 : 1
  }
}
