import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { test } from 'node:test'
import { listImportedNames, listImports } from './source-imports.ts'

const root = resolve(import.meta.dirname, '..')
const sources = ['shared', 'server', 'web', 'test', 'bench', 'drill', 'basemap', 'dictionary', 'library'].flatMap(
  (ring) =>
    readdirSync(join(root, ring), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
)
const texts = new Map(sources.map((file) => [file, readFileSync(join(root, file), 'utf8')]))

const importsOf = (file: string) => listImports(file, texts.get(file) ?? '')

function offenders(isInside: (file: string) => boolean, isForbidden: (imported: string, file: string) => boolean) {
  return sources
    .filter((file) => isInside(file) && !file.endsWith('.test.ts'))
    .flatMap((file) =>
      importsOf(file)
        .filter((name) => isForbidden(name, file))
        .map((name) => `${file} imports ${name}`),
    )
}

const under = (folder: string) => (file: string) => file.startsWith(`${folder}/`)

test('shared imports only itself and zod', () => {
  assert.deepEqual(
    offenders(under('shared'), (name) => !name.startsWith('shared/') && name !== 'zod/mini'),
    [],
  )
})

test('server and web never import each other', () => {
  assert.deepEqual(
    offenders(under('server'), (name) => name.startsWith('web/') || name === 'react'),
    [],
  )
  assert.deepEqual(
    offenders(under('web'), (name) => name.startsWith('server/') || name.startsWith('node:')),
    [],
  )
})

test('the site imports nothing from the builds of basemap, dictionary and library', () => {
  for (const folder of ['basemap/', 'dictionary/', 'library/'])
    assert.deepEqual(
      offenders(
        (file) => !file.startsWith(folder),
        (name) => name.startsWith(folder),
      ),
      [],
    )
})

test('handlers import neither Fastify nor Kysely, and queries import no handlers', () => {
  assert.deepEqual(
    offenders(
      (file) => file.endsWith('-handlers.ts'),
      (name) => name === 'fastify' || name === 'kysely',
    ),
    [],
  )
  assert.deepEqual(
    offenders(
      (file) => file.endsWith('-queries.ts'),
      (name) => /-handlers\.ts$|^fastify$/.test(name),
    ),
    [],
  )
})

test('handlers call the queries of their noun and never the database', () => {
  const asking = sources.filter(
    (file) =>
      file.endsWith('-handlers.ts') &&
      /\bsql`|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/.test(texts.get(file) ?? ''),
  )
  assert.deepEqual(asking, [])
})

test('functions of queries that are async take the database first', () => {
  const first = /^export async function (\w+)(?:<[^(]*>)?\(\s*(\w*)/gm
  const found = sources
    .filter((file) => file.endsWith('-queries.ts'))
    .flatMap((file) => [...(texts.get(file) ?? '').matchAll(first)].map(([, name, input]) => ({ file, name, input })))
  assert.ok(found.length > 100)
  assert.deepEqual(
    found.filter(({ input }) => input !== 'db'),
    [],
  )
})

test('queries write nothing', () => {
  const write = /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(|\b(?:insert into|delete from)\b|\bupdate \w+ set\b/
  const writing = (suffix: string) =>
    sources.filter((file) => under('server')(file) && file.endsWith(suffix) && write.test(texts.get(file) ?? ''))
  assert.ok(writing('.ts').length > 50)
  assert.deepEqual(writing('-queries.ts'), [])
})

test('background jobs are defined in files that end in -job.ts', () => {
  const defining = sources.filter(
    (file) => under('server')(file) && !file.endsWith('.test.ts') && /= defineJob\(/.test(texts.get(file) ?? ''),
  )
  assert.ok(defining.length > 5)
  assert.deepEqual(
    defining.filter((file) => !file.endsWith('-job.ts') && file !== 'server/platform/jobs/define-job.ts'),
    [],
  )
})

test('calls of editors and admins stand in other files of the contract than calls of users', () => {
  const accessOf = (file: string) =>
    [...(texts.get(file) ?? '').matchAll(/^    access: '(\w+)'/gm)].map(([, who]) => who)
  const isAdmin = (who: string | undefined) => who === 'editor' || who === 'admin'
  const files = sources.filter((file) => under('shared/api')(file) && accessOf(file).length > 0)
  assert.ok(files.length > 40)
  // Editors set up a two-step login for their own accounts, with the same calls as everybody who has one.
  const mixed = files.filter((file) => accessOf(file).some(isAdmin) && !accessOf(file).every(isAdmin))
  assert.deepEqual(mixed, ['shared/api/account/totp.ts'])
  assert.deepEqual(
    files.filter((file) => file.endsWith('-admin.ts') && !accessOf(file).every(isAdmin)),
    [],
  )
})

test('only the routes import pages', () => {
  const routes = ['web/routes.tsx', 'web/admin-routes.ts']
  const isPage = (name: string, file: string) => name.endsWith('-page.tsx') && !routes.includes(file)
  assert.deepEqual(offenders(under('web'), isPage), [])
})

test('a route names the module that it loads, so that the server finds its style sheets', () => {
  const named = /\bpage\(\s*(?:'[^']*'|\w+),\s*'([^']+)',\s*\(\) =>\s*import\(\s*'#web\/([^']+)\.tsx'/g
  const routes = ['web/routes.tsx', 'web/admin-routes.ts'].map((file) => texts.get(file) ?? '')
  const pages = routes.flatMap((text) => [...text.matchAll(named)])
  assert.equal(pages.length, routes.join('').match(/\bpage\(/g)?.length)
  for (const [, name, loaded] of pages) assert.equal(name, loaded)
  const parts = routes
    .flatMap((text) => [...text.matchAll(/parts: \[([^\]]*)\]/g)])
    .flatMap(([, list = '']) => list.match(/[\w/-]+/g) ?? [])
  assert.deepEqual(
    parts.filter((name) => !texts.has(`web/${name}.tsx`)),
    [],
  )
})

test('a page reads only the query parameters that its route declares', () => {
  const declared = new Set((texts.get('web/routes.tsx') ?? '').match(/(?<=query: )\w+/g))
  const matches = (pattern: RegExp) =>
    sources
      .filter((file) => under('web')(file) && !file.endsWith('.test.ts'))
      .flatMap((file) => [...(texts.get(file) ?? '').matchAll(pattern)].map(([found]) => `${file}: ${found}`))
  // These components read other query parameters, but only in the browser, so no answer of the server depends on them.
  const allowed =
    /^web\/(account\/login\/use-redirect|catalogue\/audit\/admin-audit-page|community\/recommendation\/(read-shared|recommendation-start))\.tsx?:/
  assert.deepEqual(
    matches(/(?:[pP]arams|URLSearchParams\([^)]*\))\.get\(/g).filter((found) => !allowed.test(found)),
    [],
  )
  const undeclared = matches(/(?<=\breadQuery\()\w+/g).filter((found) => !declared.has(found.split(': ')[1] ?? ''))
  assert.deepEqual(undeclared, ['web/frame/page/page-address.ts: query'])
})

test('no handlers are imported from another noun', () => {
  const isHandlers = (name: string, file: string) =>
    /^server\/.+\/[\w-]+-handlers\.ts$/.test(name) &&
    !name.startsWith('server/start/') &&
    file !== 'server/start/call-handlers.ts'
  assert.deepEqual(offenders(under('server'), isHandlers), [])
})

test('only config.ts reads the environment and only the session folder calls fetch', () => {
  const using = (pattern: RegExp, ring: string) =>
    sources.filter((file) => under(ring)(file) && !file.endsWith('.test.ts') && pattern.test(texts.get(file) ?? ''))
  // The script that builds the pages may read environment variables, because it passes them on to a child process.
  const allowed = ['server/start/config.ts', 'server/pages/rendering/build-bundle.ts']
  assert.deepEqual(using(/process\.env/, 'server').toSorted(), allowed.toSorted())
  assert.deepEqual(using(/\bfetch\(/, 'web'), [
    'web/frame/session/http-transport.ts',
    'web/frame/session/site-files.ts',
  ])
})

test('only a lost session is unauthorized and only a missing role is forbidden', () => {
  const using = (kind: string) =>
    sources
      .filter(
        (file) =>
          under('server')(file) && !file.endsWith('.test.ts') && (texts.get(file) ?? '').includes(`fail('${kind}'`),
      )
      .toSorted()
  assert.deepEqual(using('unauthorized'), ['server/http/call/answer-call.ts', 'server/http/call/require-user.ts'])
  assert.deepEqual(using('forbidden'), ['server/account/member/admin-lock.ts', 'server/http/call/answer-call.ts'])
})

test('no file is named utils, helpers or common, and file names are unique', () => {
  const names = sources.map((file) => basename(file))
  assert.deepEqual(
    names.filter((name) => /^(index|utils?|helpers?|misc|common|lib|types)\.tsx?$/.test(name)),
    [],
  )
  assert.deepEqual(
    names.filter((name, at) => names.indexOf(name) !== at),
    [],
  )
  assert.deepEqual(
    names.filter((name) => !/^[a-z0-9]+([-.][a-z0-9]+)*\.tsx?$/.test(name)),
    [],
  )
})

test('no file has more than 400 lines', () => {
  const lengths = sources.map((file) => ({ file, lines: (texts.get(file) ?? '').split('\n').length }))
  assert.deepEqual(
    lengths.filter(({ lines }) => lines > 400),
    [],
  )
})

test('every export is imported by another file', () => {
  const imported = new Set([...texts].flatMap(([file, text]) => listImportedNames(file, text)))
  const exported = /^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm
  const unused = sources
    // No file imports the entry files, because the server and the browser load them by their path.
    .filter((file) => !file.startsWith('web/entry-') && !under('test')(file))
    .flatMap((file) =>
      [...(texts.get(file) ?? '').matchAll(exported)]
        .map(([, name = '']) => `${file} ${name}`)
        .filter((name) => !imported.has(name) && !imported.has(`${file} *`)),
    )
  assert.deepEqual(unused, [])
})

test('no two files of the server, and none of the pages, export different things under one name', () => {
  const exported = /^export (?:async )?(?:function\*?|const|class) (\w+)/gm
  for (const ring of ['server', 'web']) {
    const names = sources
      .filter(under(ring))
      .flatMap((file) => [...(texts.get(file) ?? '').matchAll(exported)].map(([, name = '']) => name))
      // Every page exports these two.
      .filter((name) => name !== 'Component' && name !== 'loader')
    assert.deepEqual(
      names.filter((name, at) => names.indexOf(name) !== at),
      [],
    )
  }
})

test('every package that a source or test file imports is a dependency in package.json', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as Record<string, object>
  const known = { ...dependencies, ...devDependencies, ...optionalDependencies }
  const isOwn = (name: string) => /^(node:|\/)/.test(name) || existsSync(join(root, name.replace(/\?\w+$/, '')))
  const unknown = sources.flatMap((file) =>
    importsOf(file)
      .filter((name) => !isOwn(name))
      .map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name)
      .filter((name) => !(name in known) && !(`@types/${name}` in known))
      .map((name) => `${file} imports ${name}`),
  )
  assert.deepEqual(unknown, [])
})

test('the lockfile names no registry and no file names a path of a machine', () => {
  assert.doesNotMatch(readFileSync(join(root, 'package-lock.json'), 'utf8'), /"resolved"/)
  const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(tsx?|mjs|json|md|yaml|css|sql)$/.test(file))
  const home = dirname(root)
  if (home.length > 3)
    assert.deepEqual(
      tracked.filter((file) => readFileSync(join(root, file), 'utf8').includes(`${home}/`)),
      [],
    )
})

test('migrations are numbered without a gap', () => {
  const files = readdirSync(join(root, 'server/platform/db/migrations'))
    .filter((file) => file.endsWith('.sql'))
    .sort()
  assert.deepEqual(
    files.map((file) => Number(file.slice(0, 4))),
    files.map((_, index) => index + 1),
  )
})
