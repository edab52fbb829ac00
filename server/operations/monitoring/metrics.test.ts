import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { toRetention } from '#server/operations/backup/backup-retention.ts'
import { createFolderTarget } from '#server/operations/backup/folder-target.ts'
import { deleteEndedJobsJob } from '#server/platform/jobs/housekeeping-job.ts'
import { enqueue } from '#server/platform/jobs/enqueue-job.ts'
import { startTestSite } from '../../../test/test-site.ts'

const token = 'a token of the operator'

test('Prometheus reads the metrics with the token of the operator', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'zhitu-metrics-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const target = createFolderTarget(folder)
  await target.add('zhitu-20261122T190000Z.tar.zst', (path) => writeFile(path, 'twelve bytes'))
  const backup = { target, retention: toRetention('7,4,12'), passphrase: undefined, scratchDirectory: folder }
  const site = await startTestSite(t, {}, { backup, metrics: { token, dataDirectory: folder } })
  const ask = (authorization?: string) =>
    fetch(`${site.url}/metrics`, { headers: authorization === undefined ? {} : { authorization } })

  for (const wrong of [undefined, '', token, `Bearer ${token}x`, `Basic ${token}`]) {
    const answer = await ask(wrong)
    assert.equal(answer.status, 401)
    assert.equal(await answer.text(), 'METRICS_TOKEN 不对\n')
  }
  const wrong = await Promise.all(Array.from({ length: 20 }, () => ask('Bearer wrong')))
  assert.deepEqual([...new Set(wrong.map(({ status }) => status))].sort(), [401, 429])
  assert.ok(Number((await ask('Bearer wrong')).headers.get('retry-after')) > 0)
  const [book] = (await site.visitor.book.list()).list
  assert.ok(book)
  await fetch(`${site.url}/book/${book.id}`)
  await fetch(`${site.url}/book/${book.id}`)
  await site.visitor.book.show({ id: book.id.replaceAll(/./g, 'x') }).catch(() => undefined)
  await site.newUser()
  await enqueue(site.db, deleteEndedJobsJob, {})

  const answer = await ask(`Bearer ${token}`)
  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
  const lines = (await answer.text()).split('\n')
  const read = (series: string) =>
    Number(
      lines
        .find((line) => line.startsWith(`${series} `))
        ?.split(' ')
        .at(-1),
    )
  const requests = (route: string, method: string, outcome: string) =>
    read(`zhitu_http_requests_total{route="${route}",method="${method}",outcome="${outcome}"}`)
  assert.equal(requests('/metrics', 'GET', 'refused'), 20)
  assert.equal(requests('/api/v1/book/list', 'POST', 'ok'), 1)
  assert.equal(requests('/api/v1/book/:id', 'GET', 'refused'), 1)
  assert.equal(read('zhitu_cache_answers'), 1, 'the second view of the page')
  assert.ok(read('zhitu_cache_entries') > 0)
  assert.equal(read('zhitu_operations_total{service="mail",outcome="ok"}'), 1)
  assert.equal(read(`zhitu_jobs{name="${deleteEndedJobsJob.name}",state="queued"}`), 1)
  assert.equal(read('zhitu_backup{fact="time"}'), Date.parse('2026-11-22T19:00:00Z') / 1000)
  assert.equal(read('zhitu_backup{fact="bytes"}'), 12)
  assert.ok(read('zhitu_disk_bytes{fact="free"}') > 0)
  assert.ok(read('zhitu_database_connections{state="open"}') > 0)
  assert.ok(read('zhitu_http_request_seconds_count{kind="call"}') >= 3)
  assert.ok(lines.some((line) => line.startsWith('nodejs_eventloop_lag_p99_seconds ')))
  assert.ok(lines.some((line) => /^zhitu_info\{version="[\d.]+"\} 1$/.test(line)))
})

test('without a token there are no metrics', async (t) => {
  const site = await startTestSite(t)
  assert.equal((await fetch(`${site.url}/metrics`, { headers: { authorization: 'Bearer ' } })).status, 404)
})
