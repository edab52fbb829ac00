import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { listImports } from './source-imports.ts'

const root = resolve(import.meta.dirname, '..')

/**
 * Files and folders that a file uses although neither an import nor a path in its text says so: the build of the pages
 * bundles what `web` imports.
 */
const unwritten: Record<string, string[]> = { 'server/pages/rendering/build-bundle.ts': ['web', 'vite.config.ts'] }

interface ReachOptions {
  /** Whether only imports count, and not files that the text names. */
  importsOnly?: boolean
  /** Matches files whose own imports do not count. */
  stopAt?: RegExp
}

/**
 * Lists what a file depends on: the file itself, the files and packages that it imports, those that these import, and
 * so on; also the files that one of them names by a path in a string, such as a program that it starts, with all files
 * of a folder. Paths are relative to the root of the project. Imports of types do not count.
 */
export function listReach(file: string, { importsOnly = false, stopAt }: ReachOptions = {}): Set<string> {
  const reached = new Set([file])
  // Iterating over a set also visits members that are added during the loop, so this loop visits every file that is
  // reached directly or indirectly.
  for (const one of reached) {
    if (stopAt?.test(one)) continue
    for (const name of importsOf(one)) reached.add(name)
    if (!importsOnly) for (const name of namedFilesOf(one)) reached.add(name)
  }
  return reached
}

const isSource = (file: string) => /\.tsx?$/.test(file) && existsSync(join(root, file))

/** Calls `find` once for each source file and remembers the result. */
function remember(find: (file: string, text: string) => string[]) {
  const known = new Map<string, string[]>()
  return (file: string): string[] => {
    const found = known.get(file) ?? (isSource(file) ? find(file, readFileSync(join(root, file), 'utf8')) : [])
    known.set(file, found)
    return found
  }
}

const importsOf = remember((file, text) => listImports(file, text, { loadedOnly: true }))

/**
 * Matches a string that can be a path, up to the first variable in it: one with a slash or a full stop, and any that is
 * joined to the folder of its file.
 */
const pathInString = /(?<=import\.meta\.dirname, )'([\w-]+)'|['"`]([\w.-]*[./][\w./-]*)(?:['"`]|\$\{)/g

const namedFilesOf = remember((file, text) =>
  [...[...text.matchAll(pathInString)].map(([, name, path = '']) => name ?? path), ...(unwritten[file] ?? [])].flatMap(
    (path) => [...new Set([resolve(root, dirname(file), path), resolve(root, path)])].flatMap(listFiles),
  ),
)

/**
 * Returns the path of a file of the project, or of all files in a folder except tests and descriptions of the folder,
 * which no program reads; nothing if there is none.
 */
function listFiles(path: string): string[] {
  const name = relative(root, path)
  const isOutside = name === '' || name.startsWith('..') || name.includes('node_modules')
  if (isOutside || !existsSync(path)) return []
  if (statSync(path).isFile()) return [name]
  return globSync('**/*.*', { cwd: path, exclude: ['**/*.test.ts', '**/README.md'] }).map((file) => join(name, file))
}
