import { createHook } from 'node:async_hooks'
import { run, type TestsStream } from 'node:test'
import { spec } from 'node:test/reporters'
import { relative, resolve } from 'node:path'

/** Result that the process of a group of test files sends to its parent process when all of its tests have ended. */
export interface GroupResult {
  tests: number
  passed: number
  skipped: number
  /** The failed tests, each as a line with its name, file and line number, and the first lines of its error below. */
  failures: string[]
  /** The paths of the test files with failed tests, relative to the root of the project. */
  failedFiles: string[]
}

/**
 * Matches the lines of the summary that Node prints. This process omits them, because its parent process prints one
 * summary of the whole run.
 */
const summaryLine = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/

// This process runs the test files that its arguments name, one after another, so that it loads and compiles the site
// only once.
const [pattern = '', ...files] = process.argv.slice(2)
const stream = withoutHooks(() =>
  run({
    files: files.map((file) => resolve(file)),
    isolation: 'none',
    ...(pattern !== '' && { testNamePatterns: [pattern] }),
  }),
)
// Node's test runner runs here without asynchronous hooks (see `withoutHooks`), so it cannot find the test to which an
// uncaught error belongs. The error therefore ends the whole process, because a test that waits for the interrupted
// work would otherwise wait forever.
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.prependListener(event, (error) => {
    console.error(error)
    process.exit(1)
  })
/** The summary shows this much of each error, so that it stays readable when many tests fail. */
const linesOfMessage = 8
const framesOfStack = 4
const charactersOfLine = 300
const failures: string[] = []
const failedFiles = new Set<string>()
stream.on('test:fail', ({ name, file = '', line, details, todo, skip }) => {
  // A test that failed only because of its subtests is not listed, since the subtests are listed themselves.
  const { error } = details
  const isOnlyParent = 'failureType' in error && error.failureType === 'subtestsFailed'
  if (isOnlyParent || todo || skip) return
  failures.push([`${name} (${relative('', file)}:${line})`, ...describe(error)].join('\n    '))
  failedFiles.add(relative('', file))
})
stream.on('test:summary', ({ counts: { tests, passed, skipped } }) =>
  process.send?.({ tests, passed, skipped, failures, failedFiles: [...failedFiles] } satisfies GroupResult),
)
stream.compose(withoutSummary).compose(new spec()).pipe(process.stdout)

/**
 * Returns the first lines of the error that a failed test threw: of its message, and of its stack without the frames of
 * Node.
 */
function describe(error: Error): string[] {
  const { cause } = error
  const { message, stack = '' } = cause instanceof Error ? cause : error
  const frames = stack.split('\n').filter((line) => /^\s+at .*file:/.test(line))
  const lines = (typeof cause === 'string' ? cause : message).split('\n').filter((line) => line.trim() !== '')
  return [...lines.slice(0, linesOfMessage), ...frames.slice(0, framesOfStack)].map((line) =>
    line.slice(0, charactersOfLine),
  )
}

/**
 * Calls `start`, which starts Node's test runner, and keeps the runner from following every promise of the process with
 * asynchronous hooks, which takes about a fifteenth of the time that this process's main thread is busy.
 */
function withoutHooks<Result>(start: () => Result): Result {
  const hooks = Object.getPrototypeOf(createHook({})) as ReturnType<typeof createHook>
  const { enable } = hooks
  hooks.enable = function () {
    return this
  }
  try {
    return start()
  } finally {
    hooks.enable = enable
  }
}

async function* withoutSummary(events: TestsStream) {
  for await (const event of events)
    if (event.type !== 'test:diagnostic' || !summaryLine.test(event.data.message)) yield event
}
