import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { listReach } from './file-reach.ts'
import { slowTestFiles } from './slow-test-files.ts'

/** Resource that a test file needs to run: a browser, a database (or a whole site process), or neither. */
export type TestKind = 'browser' | 'database' | 'unit'

export interface TestFile {
  /** Path of the test file, relative to the root of the project. */
  path: string
  kind: TestKind
  /** Whether the test belongs to the operations drill, which a plain `npm test` leaves out. */
  isOperation: boolean
  /** Estimated duration of the test file in a run of all tests. */
  seconds: number
}

const root = resolve(import.meta.dirname, '..')
const everyTestFile = '{shared,server,web,test,basemap,library}/**/*.test.ts'
/**
 * Matches the test helpers that open a database; every test that uses a database imports one of them, directly or
 * indirectly.
 */
const databaseEntry = /^test\/(test-database|site-process)\.ts$|\/embedded-postgres\.ts$/
/**
 * Match the files that start the site, its commands or a database server as an operator does, write whole backups,
 * mount disks or install programs. A test file that loads one of them, or tests a command, belongs to the operations
 * drill. So do the pages that resemble others which a plain `npm test` looks at.
 */
const operationEntries = [
  /^test\/(operator-command|site-process|small-disk|streaming-replica|system-postgres|trial-backup)\.ts$/,
  /^drill\/debian-program\.ts$/,
  /^server\/start\/commands\/[\w-]+\.test\.ts$/,
  /^test\/e2e\/accessible-similar\.test\.ts$/,
]
/** The one test that starts, stops, backs up and restores a site in a plain `npm test`. */
const smokeTest = 'test/smoke.test.ts'
/**
 * Matches the files that assemble the site and its pages. A plain `npm test` covers what they import, so a change there
 * does not call for the operations drill.
 */
const assembly = /^server\/(start\/(app|call-handlers|mount-files)|pages\/rendering\/(build-bundle|bundle))\.ts$/

/**
 * Seconds that a line of a test file takes on average in a run of all tests, without the files that are listed as slow.
 */
const secondsPerLine: Record<TestKind, number> = { browser: 0.11, database: 0.04, unit: 0.01 }

/**
 * Lists the test files that match the patterns, or all test files. Whether a test needs a browser, a database or
 * neither, and whether it belongs to the operations drill, follows from its imports.
 */
export function listTestFiles(patterns: string[] = []): TestFile[] {
  const paths = globSync(patterns.length > 0 ? patterns : everyTestFile, { cwd: root })
  return [...new Set(paths)].sort().map((path) => {
    const { kind, isOperation } = describe(path)
    return { path, kind, isOperation, seconds: slowTestFiles[path] ?? readLines(path) * secondsPerLine[kind] }
  })
}

function describe(path: string): Pick<TestFile, 'kind' | 'isOperation'> {
  const loaded = [...listReach(path, { importsOnly: true })]
  const opens = loaded.some((name) => databaseEntry.test(name))
  return {
    kind: loaded.includes('playwright') ? 'browser' : opens ? 'database' : 'unit',
    isOperation: path !== smokeTest && loaded.some((name) => operationEntries.some((entry) => entry.test(name))),
  }
}

/** The files that each test file reaches, stored once they have been asked for. */
const reaches = new Map<string, Set<string>>()

/**
 * Lists the test files that a change of these files can affect, according to the imports of the tests. The unit tests
 * are always among them: they are quick, and some of them read all sources. Returns all test files if the packages
 * changed, or a file that is no document and that no test reaches, because nothing is known about it then.
 */
export function listAffectedTests(changed: string[]): TestFile[] {
  const files = listTestFiles()
  for (const { path, kind, isOperation } of files) {
    const stopsAtAssembly = isOperation && kind !== 'browser'
    if (!reaches.has(path)) reaches.set(path, listReach(path, stopsAtAssembly ? { stopAt: assembly } : {}))
  }
  const isKnown = (file: string) =>
    file !== 'package-lock.json' && (file.endsWith('.md') || [...reaches.values()].some((reach) => reach.has(file)))
  if (!changed.every(isKnown)) return files
  const isAffected = (path: string) => changed.some((file) => reaches.get(path)?.has(file))
  return files.filter(({ path, kind, isOperation }) => (kind === 'unit' && !isOperation) || isAffected(path))
}

function readLines(path: string): number {
  return readFileSync(join(root, path), 'utf8').split('\n').length
}

/**
 * Lists the files that differ from the main branch of the clone's origin or, where there is none, from the local one:
 * committed or not, new ones and deleted ones too. On the main branch itself, the last commit counts as well.
 */
export function listChangedFiles(): string[] {
  const base = ['origin/main', 'main'].find((name) => git('rev-parse', '--verify', '--quiet', name) !== undefined)
  if (base === undefined)
    throw new Error('npm test -- affected compares with the branch main, which does not exist here')
  const [fork] = git('merge-base', 'HEAD', base) ?? []
  const [head] = git('rev-parse', 'HEAD') ?? []
  const since = fork === undefined || fork === head ? 'HEAD~1' : fork
  const changed = git('diff', '--name-only', '--no-renames', since)
  if (changed === undefined) throw new Error(`git knows no ${since} to compare with`)
  return [...changed, ...(git('ls-files', '--others', '--exclude-standard') ?? [])]
}

/** Runs a command of git and returns the lines that it prints, or undefined if it fails. */
function git(...parameters: string[]): string[] | undefined {
  try {
    const output = execFileSync('git', parameters, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return output.split('\n').filter((line) => line !== '')
  } catch {
    return undefined
  }
}
