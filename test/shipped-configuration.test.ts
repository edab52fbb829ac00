import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { CORE_SCHEMA, load } from 'js-yaml'
import { startTestSite } from './test-site.ts'

const docs = resolve(import.meta.dirname, '../docs')
test('every alert has a test', async () => {
  const rules = await readFile(join(docs, 'monitoring/alerts.yml'), 'utf8')
  const tests = await readFile(resolve(import.meta.dirname, 'alert-rules.yml'), 'utf8')
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  assert.ok(alerts.length > 0)
  assert.deepEqual(
    [...tests.matchAll(/- alertname: (\w+)/g)].map(([, name]) => name),
    alerts,
  )
})

/** A metric that only exists on a site whose database has replicas, so the test site does not have it. */
const metricOfReplicas = 'zhitu_replica'

test('alerts and the dashboard name metrics that the site has', async (t) => {
  const token = 'a token of the operator'
  const site = await startTestSite(t, {}, { metrics: { token, dataDirectory: tmpdir() } })
  const text = await (await fetch(`${site.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text()
  const known = [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  )
  for (const path of globSync('monitoring/{alerts.yml,*.json}', { cwd: docs }))
    for (const [name] of (await readFile(join(docs, path), 'utf8')).matchAll(/\b(?:zhitu|nodejs|process)_\w+/g))
      assert.ok(known.includes(name) || name === metricOfReplicas, `${path}: ${name}`)
})

test('the compose files are YAML, and every variable in them is explained beside it', async () => {
  for (const path of globSync('compose/*.yaml', { cwd: docs })) {
    const text = await readFile(join(docs, path), 'utf8')
    const { services } = load(text, { schema: CORE_SCHEMA }) as { services: Record<string, { image?: string }> }
    for (const [name, { image }] of Object.entries(services)) assert.ok(image, `${path}: ${name}`)
    for (const [, variable] of text.matchAll(/\$\{(\w+)\}/g))
      assert.match(text, new RegExp(`^#.*\\b${variable}=`, 'm'), `${path}: ${variable}`)
  }
})
