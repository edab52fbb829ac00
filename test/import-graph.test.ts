import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { test } from 'node:test'
import { listImports } from './source-imports.ts'

const root = resolve(import.meta.dirname, '..')
type Graph = Map<string, Set<string>>

/**
 * Returns the imports of every source file of a folder except tests, as paths relative to the root. Dynamic imports and
 * imports of types count too.
 */
function readImports(ring: string): Graph {
  const files = readdirSync(join(root, ring), { recursive: true, withFileTypes: true })
    .filter(({ name }) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  return new Map(files.map((file) => [file, importsOf(file, `${ring}/`)]))
}

function importsOf(file: string, prefix: string): Set<string> {
  const paths = listImports(file, readFileSync(join(root, file), 'utf8'))
  return new Set(paths.filter((path) => path.startsWith(prefix) && /\.tsx?$/.test(path)))
}

/**
 * Returns the import graph of the folders of the source code: a folder imports another if any of its files does.
 * Subfolders count as separate folders.
 */
function foldersOf(imports: Graph): Graph {
  const folders: Graph = new Map()
  for (const [file, imported] of imports) {
    const from = dirname(file)
    const to = folders.get(from) ?? new Set()
    for (const path of imported) if (dirname(path) !== from) to.add(dirname(path))
    folders.set(from, to)
  }
  return folders
}

/** Returns one cycle of a graph as the list of its nodes; undefined for an acyclic graph. */
function findCycle(graph: Graph): string[] | undefined {
  const done = new Set<string>()
  const path: string[] = []
  const visit = (node: string): string[] | undefined => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node]
    if (done.has(node)) return undefined
    path.push(node)
    for (const next of graph.get(node) ?? []) {
      const cycle = visit(next)
      if (cycle !== undefined) return cycle
    }
    path.pop()
    done.add(node)
    return undefined
  }
  for (const node of graph.keys()) {
    const cycle = visit(node)
    if (cycle !== undefined) return cycle
  }
  return undefined
}

for (const ring of ['shared', 'server', 'web', 'test', 'bench', 'drill', 'basemap', 'dictionary', 'library']) {
  const imports = readImports(ring)
  test(`the folders of ${ring} have no import cycle`, () => {
    assert.equal(findCycle(foldersOf(imports))?.join(' → '), undefined)
  })
  test(`the files of ${ring} have no import cycle`, () => {
    assert.equal(findCycle(imports)?.join(' → '), undefined)
  })
}

/** Reads the rooms of `server` or `web` from the picture in ARCHITECTURE.md, from the top room to the lowest one. */
function readRooms(ring: string): string[] {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
  const [, block = ''] = new RegExp(`^\`\`\`text\\n${ring}\\n([^\`]*)^\`\`\``, 'm').exec(text) ?? []
  return block
    .trimEnd()
    .split('\n')
    .flatMap((line) => /^(\S+) {2,}\S/.exec(line)?.[1] ?? [])
}

/** Returns the room of a file such as `server/map/tiles/tile-routes.ts`; `.` for a file outside the rooms. */
function roomOf(file: string): string {
  const [, room = '.', ...rest] = file.split('/')
  return rest.length > 0 ? room : '.'
}

for (const ring of ['server', 'web'])
  test(`the rooms of ${ring} are those of ARCHITECTURE.md, and each imports lower rooms only`, () => {
    const rooms = readRooms(ring)
    const imports = readImports(ring)
    assert.deepEqual(rooms.toSorted(), [...new Set([...imports.keys()].map(roomOf))].toSorted())
    const upwards = [...imports].flatMap(([file, imported]) =>
      [...imported]
        .filter((path) => rooms.indexOf(roomOf(path)) < rooms.indexOf(roomOf(file)))
        .map((path) => `${file} imports ${path}`),
    )
    assert.deepEqual(upwards, [])
  })

test('findCycle returns a cycle, and undefined for an acyclic graph', () => {
  const graph = (edges: Record<string, string[]>): Graph =>
    new Map(Object.entries(edges).map(([from, to]) => [from, new Set(to)]))
  assert.deepEqual(findCycle(graph({ a: ['b'], b: ['c'], c: ['b'] })), ['b', 'c', 'b'])
  assert.equal(findCycle(graph({ a: ['b', 'c'], b: ['c'], c: [] })), undefined)
})

test('files import their own folder by ./ and every other folder by its full path', () => {
  const relativeAway = ['shared', 'server', 'web'].flatMap((ring) =>
    [...readImports(ring).keys()].filter((file) =>
      /(?:\bfrom|\bimport)\s*\(?\s*'(?:\.\.|\.\/[\w-]+)\/[^']*\.tsx?'/.test(readFileSync(join(root, file), 'utf8')),
    ),
  )
  assert.deepEqual(relativeAway, [])
})
