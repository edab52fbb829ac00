import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { test } from 'node:test'
import { topic } from '#server/platform/cache/topics.ts'
import type { Job } from '#server/platform/jobs/define-job.ts'

const root = resolve(import.meta.dirname, '..')
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => existsSync(join(root, file)))
const fileNames = new Set(files.map((file) => basename(file)))
const documents = files
  .filter((file) => file.endsWith('.md'))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

/**
 * Matches a path that starts at the root of the project. Paths in `dist` and `data` are not matched, because these
 * folders are made at run time.
 */
const rootedPath =
  /(?<![\w./@-])(?:basemap|bench|catalog|dictionary|docs|drill|info|library|runtime|server|shared|test|web)\/[\w./-]*\w/g

/**
 * Returns those parts of a Markdown document that are code: text in backticks and blocks of shell commands. Blocks
 * without a language are drawings and are left out.
 */
function listCode(text: string): string[] {
  return [...text.matchAll(/```sh\n([\s\S]*?)```|(?<!`)`([^`\n]+)`(?!`)/g)].map(
    ([, block, span]) => block ?? span ?? '',
  )
}

test('every path that a document names exists', () => {
  const missing = documents.flatMap(({ file, text }) =>
    listCode(text)
      .flatMap((code) => code.match(rootedPath) ?? [])
      .filter((path) => !existsSync(join(root, path)) && !existsSync(join(root, dirname(file), path)))
      .map((path) => `${file}: ${path}`),
  )
  assert.deepEqual(missing, [])
})

test('every source file that a document names without its folder exists', () => {
  const missing = documents.flatMap(({ file, text }) =>
    listCode(text)
      .filter((code) => /^[a-z][\w.-]*\.(tsx?|mjs|css|sql|yaml)$/.test(code) && !fileNames.has(code))
      .map((name) => `${file}: ${name}`),
  )
  assert.deepEqual(missing, [])
})

test('every link from one document to another file leads to it', () => {
  const broken = documents.flatMap(({ file, text }) =>
    [...text.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^((https?|mailto):|\/)/.test(target) && !existsSync(join(root, dirname(file), target)))
      .map((target) => `${file}: ${target}`),
  )
  assert.deepEqual(broken, [])
})

/** Returns the lines of a document outside of tables and of blocks of code, whose lines cannot be broken. */
function listProse(text: string): string[] {
  const withoutCode = text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '')
  return withoutCode.split('\n').filter((line) => !line.startsWith('|'))
}

test('lines of documents and of comments have at most 120 characters', () => {
  // bench/README.md is not checked, because each run of the benchmarks rewrites its results.
  const prose = documents.filter(({ file }) => file !== 'bench/README.md')
  const comments = files
    .filter((file) => /\.(tsx?|mjs|css)$/.test(file))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  const long = [
    ...prose.map(({ file, text }) => ({ file, lines: listProse(text) })),
    ...comments.map(({ file, text }) => ({ file, lines: text.match(/^ *(?:\/\/|\/?\*).*$/gm) ?? [] })),
  ].flatMap(({ file, lines }) => lines.filter((line) => line.length > 120).map((line) => `${file}: ${line}`))
  assert.deepEqual(long, [])
})

test('docs/caching.md has every topic of the cache', () => {
  const text = readFileSync(join(root, 'docs/caching.md'), 'utf8')
  const listed = [...text.matchAll(/^\| `topic\.(\w+)/gm)].map(([, name]) => name)
  assert.deepEqual(listed.toSorted(), Object.keys(topic).toSorted())
})

/**
 * Describes a schedule in UTC, in the syntax of cron, in words and in China time. Throws for a schedule that is not
 * hourly, daily, or repeated every few minutes.
 */
function describeSchedule(schedule: string): string {
  const [, minute = '', hours = ''] = /^(\S+) (\S+) \* \* \*$/.exec(schedule) ?? assert.fail(schedule)
  if (hours === '*' && minute.startsWith('*/')) return `every ${minute.slice(2)} minutes`
  const minutes = `:${minute.padStart(2, '0')}`
  if (hours === '*') return `every hour at ${minutes}`
  const inChina = hours.split(',').map((hour) => String((Number(hour) + 8) % 24).padStart(2, '0') + minutes)
  return `every day at ${inChina.toSorted().join(', ')}`
}

test('docs/parts.md has every scheduled job with its times in China', async () => {
  const scheduled: string[] = []
  for (const file of files.filter((file) => /^server\/.*-job\.ts$/.test(file) && !file.endsWith('/define-job.ts'))) {
    const exported = Object.values((await import(join(root, file))) as Record<string, Partial<Job>>)
    for (const { name, schedule } of exported)
      if (schedule !== undefined) scheduled.push(`${name}: ${describeSchedule(schedule)}`)
  }
  const text = readFileSync(join(root, 'docs/parts.md'), 'utf8')
  const [, section = ''] = text.split('\n## Jobs\n')
  const [jobs = ''] = section.split('\n## ')
  const listed = [...jobs.matchAll(/^\| `([\w-]+)` \| ([^|]+) \|/gm)].map(([, name, times]) => `${name}: ${times}`)
  assert.deepEqual(listed, scheduled.toSorted())
})

test('the changelog begins with the version of the program', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const { text = '' } = documents.find(({ file }) => file === 'CHANGELOG.md') ?? {}
  assert.equal(/^## (\d+\.\d+\.\d+)/m.exec(text)?.[1], version)
})
