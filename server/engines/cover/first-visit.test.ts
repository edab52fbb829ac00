import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { startTestSite } from '../../../test/test-site.ts'
import { loadCatalog } from '#server/catalogue/loading/load-catalog.ts'
import { defaultAdmission } from '#server/http/limit/admission-limit.ts'

test('the first visit to a list gets all covers, although none is drawn yet and requests may hardly wait', async (t) => {
  const site = await startTestSite(t, {}, { admission: { ...defaultAdmission, longestWaitMs: 20 } })
  await loadCatalog(site.db, resolve(import.meta.dirname, '../../../catalog'), '知图')
  const { list } = await site.visitor.book.list({ limit: 24 })
  const answers = await Promise.all(list.map(({ id }) => fetch(`${site.url}/cover/${id}.svg`)))
  assert.deepEqual(
    answers.map(({ status }) => status),
    list.map(() => 200),
  )
  assert.equal(list.length, 24)
})
