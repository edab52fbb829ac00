import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { slowTestFiles } from './slow-test-files.ts'
import { listImports } from './source-imports.ts'

/** Resource that a test file needs to run: a browser, a database (or a whole site process), or neither. */
export type TestKind = 'browser' | 'database' | 'unit'

export interface TestFile {
  /** Path of the test file, relative to the root of the project. */
  path: string
  kind: TestKind
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
 * Seconds that a line of a test file takes on average in a run of all tests, without the files that are listed as slow.
 */
const secondsPerLine: Record<TestKind, number> = { browser: 0.11, database: 0.04, unit: 0.01 }

const imports = new Map<string, string[]>()

/**
 * Lists the test files that match the patterns, or all test files. Whether a test needs a browser, a database or
 * neither follows from its imports.
 */
export function listTestFiles(patterns: string[] = []): TestFile[] {
  const paths = globSync(patterns.length > 0 ? patterns : everyTestFile, { cwd: root })
  return [...new Set(paths)].sort().map((path) => {
    const kind = kindOf(path)
    return { path, kind, seconds: slowTestFiles[path] ?? readLines(path) * secondsPerLine[kind] }
  })
}

function kindOf(path: string): TestKind {
  const loaded = new Set([path])
  // Iterating over a set also visits members that are added during the loop, so this loop visits every file that is
  // imported directly or indirectly.
  for (const file of loaded) for (const name of importsOf(file)) loaded.add(name)
  if (loaded.has('playwright')) return 'browser'
  return [...loaded].some((name) => databaseEntry.test(name)) ? 'database' : 'unit'
}

function importsOf(file: string): string[] {
  if (!file.endsWith('.ts') && !file.endsWith('.tsx')) return []
  const known = imports.get(file) ?? listImports(file, readFileSync(join(root, file), 'utf8'), { loadedOnly: true })
  imports.set(file, known)
  return known
}

function readLines(path: string): number {
  return readFileSync(join(root, path), 'utf8').split('\n').length
}
