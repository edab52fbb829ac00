import { run, type TestsStream } from 'node:test'
import { spec } from 'node:test/reporters'
import { relative, resolve } from 'node:path'

/** What the process of a group tells its parent when all tests have ended. */
export interface GroupResult {
  tests: number
  passed: number
  skipped: number
  /** Each failed test with its file and line. */
  failures: string[]
}

/** The lines of node's summary, which stand once at the end of the whole run instead. */
const summaryLine = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/

// This process runs the named test files one after another, so that it loads and compiles the site only once.
const [pattern = '', ...files] = process.argv.slice(2)
const stream = run({
  files: files.map((file) => resolve(file)),
  isolation: 'none',
  ...(pattern !== '' && { testNamePatterns: [pattern] }),
})
const failures: string[] = []
stream.on('test:fail', ({ name, file = '', line, details, todo, skip }) => {
  // A test with failed tests inside fails too; the tests inside say why.
  const { error } = details
  const isOnlyParent = 'failureType' in error && error.failureType === 'subtestsFailed'
  if (!isOnlyParent && !todo && !skip) failures.push(`${name} (${relative('', file)}:${line})`)
})
stream.on('test:summary', ({ counts: { tests, passed, skipped } }) =>
  process.send?.({ tests, passed, skipped, failures } satisfies GroupResult),
)
stream.compose(withoutSummary).compose(new spec()).pipe(process.stdout)

async function* withoutSummary(events: TestsStream) {
  for await (const event of events)
    if (event.type !== 'test:diagnostic' || !summaryLine.test(event.data.message)) yield event
}
