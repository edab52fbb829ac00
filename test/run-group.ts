import { createHook } from 'node:async_hooks'
import { run, type TestsStream } from 'node:test'
import { spec } from 'node:test/reporters'
import { relative, resolve } from 'node:path'

/** Result that the process of a group of test files sends to its parent process when all of its tests have ended. */
export interface GroupResult {
  tests: number
  passed: number
  skipped: number
  /** Names of the failed tests, each with its file and line. */
  failures: string[]
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
// Without the hooks, Node cannot say which test an uncaught error belongs to, so the error ends the whole process: a
// test that waits for the interrupted work would otherwise wait forever.
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.prependListener(event, (error) => {
    console.error(error)
    process.exit(1)
  })
const failures: string[] = []
stream.on('test:fail', ({ name, file = '', line, details, todo, skip }) => {
  // A test that failed only because of its subtests is not listed, since the subtests are listed themselves.
  const { error } = details
  const isOnlyParent = 'failureType' in error && error.failureType === 'subtestsFailed'
  if (!isOnlyParent && !todo && !skip) failures.push(`${name} (${relative('', file)}:${line})`)
})
stream.on('test:summary', ({ counts: { tests, passed, skipped } }) =>
  process.send?.({ tests, passed, skipped, failures } satisfies GroupResult),
)
stream.compose(withoutSummary).compose(new spec()).pipe(process.stdout)

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
