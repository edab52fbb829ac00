import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { infoPageNames } from '#shared/info-page-names.ts'
import { startTestSite } from '../test-site.ts'
import { listRoutes } from './every-route.ts'

test('the pages that are tested for accessibility are those of all routes', async (t) => {
  const listed = (await listRoutes(await startTestSite(t, { featureVideo: true }))).map(
    ({ path }) => path.split('?')[0],
  )
  const unlisted = readPatterns().filter((pattern) => !listed.some((path) => pattern.test(path ?? '')))
  assert.deepEqual(unlisted, [])
})

/**
 * Returns patterns that match the URL paths of the pages. The paths are read from the text of the source files, because
 * Node cannot import JSX.
 */
function readPatterns(): RegExp[] {
  const patternsIn = (file: string, base: string) => {
    const source = readFileSync(new URL(`../../web/${file}`, import.meta.url), 'utf8')
    const paths = [...source.matchAll(/\bpage\(\s*'([^']*)'/g)].map(([, path = '']) => path)
    assert.ok(paths.length > 10, file)
    return [...paths, ...(base === '' ? infoPageNames : [])].map((path) => toPattern(`${base}/${path}`))
  }
  return [...patternsIn('routes.tsx', ''), ...patternsIn('admin-routes.ts', '/admin')]
}

function toPattern(path: string): RegExp {
  const pattern = path
    .replace(/\/$/, '')
    .replace(/\/(\w+)\?/, '(/$1)?')
    .replaceAll(/:\w+/g, '[0-9a-f-]{36}')
  return new RegExp(`^${pattern === '' ? '/' : pattern}/?$`)
}
