import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { listImports } from './source-imports.ts'

/** What a test file needs to run: a browser, a database (or a whole site process), or neither. */
export type TestKind = 'browser' | 'database' | 'unit'

export interface TestFile {
  /** The path from the root of the project. */
  path: string
  kind: TestKind
  /** The number of its lines, as a guess of how long it runs. */
  lines: number
}

const root = resolve(import.meta.dirname, '..')
const everyTestFile = '{shared,server,web,test,basemap,library}/**/*.test.ts'
/** Every test that uses a database loads one of these files, directly or through other files. */
const databaseEntry = /^test\/(test-database|site-process)\.ts$|\/embedded-postgres\.ts$/

const imports = new Map<string, string[]>()

/** Lists the test files that match the patterns, or all. The kind of each file follows from what it imports. */
export function listTestFiles(patterns: string[] = []): TestFile[] {
  const paths = globSync(patterns.length > 0 ? patterns : everyTestFile, { cwd: root })
  return [...new Set(paths)].sort().map((path) => ({ path, kind: kindOf(path), lines: readLines(path) }))
}

function kindOf(path: string): TestKind {
  const loaded = new Set([path])
  // A set iterates over the members that are added meanwhile, so this visits every file that is reached.
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
