import { type ChildProcess, spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import type { TestFile } from './list-test-files.ts'
import type { GroupResult } from './run-group.ts'

const root = resolve(import.meta.dirname, '..')
/**
 * The number of test groups that run at a time is larger than the number of processors, because tests also wait for
 * timers, frames, processes and the disk: with two more groups than processors, the processors are idle a third of the
 * time.
 */
const groupsAtOnce = availableParallelism() + 4
/** Estimated duration of the shortest groups. Each group loads the site and starts a browser, which takes seconds. */
const shortestGroupSeconds = 60
/**
 * The largest number of test files with failures that are run again. If more files fail, the cause is not that the
 * machine was busy.
 */
const mostRepeatedFiles = 5

/**
 * Runs the test files in groups, each group in a separate process. Prints the output of each test when it ends, then
 * a summary of all tests. If few files fail, they are run once more, without other tests beside them, and the summary
 * names the tests that passed only then. Resolves with true if all tests passed.
 */
export async function runTestGroups(files: TestFile[], pattern: string): Promise<boolean> {
  const startedAt = performance.now()
  const waiting = toGroups(files)
  const results: GroupResult[] = []
  const runners = Array.from({ length: groupsAtOnce }, async () => {
    for (let group = waiting.shift(); group !== undefined && !stop.signal.aborted; group = waiting.shift())
      results.push(await runGroup(group, pattern))
  })
  await Promise.all(runners)
  const failedFiles = new Set(results.flatMap((result) => result.failedFiles))
  const isRepeated = failedFiles.size <= mostRepeatedFiles && !stop.signal.aborted
  const final = isRepeated ? await repeatFailed(results, pattern) : results
  return printSummary(final, performance.now() - startedAt) && !stop.signal.aborted
}

/**
 * Runs the files with failed tests again, those of one group after those of another. Returns the results of all
 * groups: in the result of a group whose files pass now, the failed tests count as passed. A group whose process ended
 * too early is not run again, because a busy machine does not explain an uncaught error.
 */
async function repeatFailed(results: GroupResult[], pattern: string): Promise<GroupResult[]> {
  const final: GroupResult[] = []
  for (const result of results) {
    const { tests, skipped, failedFiles } = result
    const again = failedFiles.length > 0 ? await runGroup(failedFiles, pattern) : undefined
    if (again === undefined || again.failures.length > 0) final.push(result)
    else {
      console.log(['', '⚠ passed when run again:', ...result.failures.map((failure) => `  ${failure}`), ''].join('\n'))
      final.push({ tests, passed: tests - skipped, skipped, failures: [], failedFiles: [] })
    }
  }
  return final
}

/**
 * Divides the test files into groups of one kind, and sorts the groups by their estimated duration. The longest groups
 * come first and the shortest last, so that all processors are busy until the end of the run. Groups that need a
 * browser and groups that only need a database run at the same time, because the latter wait more.
 */
function toGroups(files: TestFile[]): string[][] {
  return (['browser', 'database', 'unit'] as const)
    .flatMap((kind) => divide(files.filter((file) => file.kind === kind)))
    .toSorted((one, other) => sumSeconds(other) - sumSeconds(one))
    .map((group) => group.map(({ path }) => path))
}

/**
 * Divides the test files into groups. Each group gets a share of the files that are left, so later groups are shorter.
 */
function divide(files: TestFile[]): TestFile[][] {
  const left = files.toSorted((one, other) => other.seconds - one.seconds)
  const groups: TestFile[][] = []
  while (left.length > 0) {
    const seconds = Math.max(sumSeconds(left) / (2 * groupsAtOnce), shortestGroupSeconds)
    const group: TestFile[] = []
    // The first file of a group is the longest that is left; the quickest files fill the group.
    for (let next = left.shift(); next !== undefined; next = left.pop()) {
      group.push(next)
      if (sumSeconds(group) + (left.at(-1)?.seconds ?? 0) > seconds) break
    }
    groups.push(group)
  }
  return groups
}

function sumSeconds(files: TestFile[]): number {
  return files.reduce((sum, { seconds }) => sum + seconds, 0)
}

const running = new Set<ChildProcess>()
/** Aborted when the run is stopped; no further group starts then. */
const stop = new AbortController()
/** Matches the last line of the output of a top-level test, which starts with a symbol for the test's result. */
const lastLineOfTest = /^[✔✖﹣].*\n/gm

/** Sends a signal to the process of every test group, so that no process survives when the run is stopped. */
export function stopTestGroups(signal: NodeJS.Signals) {
  stop.abort()
  for (const child of running) child.kill(signal)
}

/**
 * Options of Node with the sizes in megabytes of the memory for new objects. With Node's own sizes, the many
 * short-lived objects of tests are moved to the memory for old objects, whose collection takes much more processor
 * time.
 */
const youngObjects = ['--min-semi-space-size=32', '--max-semi-space-size=64']

/**
 * Milliseconds that the process of a group may go on after its last test. One that takes longer keeps something open,
 * which would keep the whole run waiting; it is killed, and the run fails.
 */
const endMs = 60_000

async function runGroup(files: string[], pattern: string): Promise<GroupResult> {
  const child = spawn(process.execPath, [...youngObjects, resolve(root, 'test/run-group.ts'), pattern, ...files], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      // Only the output of complete tests is printed, because the output of groups that run at the same time must not
      // be mixed.
      const end = [...output.matchAll(lastLineOfTest)].at(-1)
      if (end === undefined) return
      process.stdout.write(output.slice(0, end.index + end[0].length))
      output = output.slice(end.index + end[0].length)
    })
  let result: GroupResult | undefined
  let killTimer: NodeJS.Timeout | undefined
  child.on('message', (message) => {
    result = message as GroupResult
    clearTimeout(killTimer)
    killTimer = setTimeout(() => child.kill('SIGKILL'), endMs)
  })
  const code = await new Promise((closed) => child.once('close', (code, signal) => closed(code ?? signal)))
  clearTimeout(killTimer)
  running.delete(child)
  process.stdout.write(output)
  const problem = `the process of ${files.join(', ')} ended with ${String(code)}`
  if (result === undefined) return { tests: 0, passed: 0, skipped: 0, failures: [problem], failedFiles: [] }
  return code === 0 || result.failures.length > 0 ? result : { ...result, failures: [problem] }
}

function printSummary(results: GroupResult[], milliseconds: number): boolean {
  const sum = (key: 'tests' | 'passed' | 'skipped') => results.reduce((total, result) => total + result[key], 0)
  const failures = results.flatMap((result) => result.failures)
  const [tests, passed, skipped] = [sum('tests'), sum('passed'), sum('skipped')]
  const failed = Math.max(tests - passed - skipped, failures.length)
  if (failures.length > 0) console.log(['', '✖ failed:', ...failures.map((failure) => `  ${failure}`), ''].join('\n'))
  console.log(`ℹ tests ${tests}\nℹ pass ${passed}\nℹ fail ${failed}\nℹ skipped ${skipped}`)
  console.log(`ℹ duration_ms ${Math.round(milliseconds)}`)
  return failed === 0
}
