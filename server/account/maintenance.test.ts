import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { apiPrefix } from '#shared/api/api-prefix.ts'
import { defaultSite } from '#shared/api/default-site.ts'
import type { Contract } from '#shared/api/endpoint.ts'
import { contract } from '#shared/contract/contract.ts'
import { kosyncPath } from '#shared/kosync-path.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { startTestSite } from '../../test/test-site.ts'

test('while nothing can be written', async (t) => {
  // The connections are closed before the test site deletes its database, so this comes first.
  let readOnly: Db | undefined
  t.after(() => readOnly?.destroy())
  const site = await startTestSite(t)
  const { db, newUser, connection } = site
  const { api, token } = await newUser('读书人', ['admin'])
  const key = await api.kosync.create({})
  readOnly = openDatabase(connection, () => undefined, { isReadOnly: true })
  const maintained = { ...defaultSite, publicUrl: 'http://books.test', isReadOnly: true }
  const url = await site.secondNode({ db: readOnly, site: maintained })

  await t.test(
    'users who are logged in go on reading, also when the use of their session is due to be noted',
    async () => {
      await sql`update session set last_used_at = now() - interval '2 hours'`.execute(db)
      const reads = Object.values(contract as Contract)
        .flatMap((rows) => Object.values(rows))
        .filter(({ access, effect }) => access !== 'anyone' && effect === 'read')
      for (const { method, path } of reads) {
        const headers = { authorization: token, 'content-type': 'application/json' }
        const answer = await fetch(url + apiPrefix + path.replace(/\{\w+\}/, 'x'), {
          method,
          headers,
          ...(method !== 'GET' && { body: '{}' }),
        })
        assert.ok(answer.status < 500, `${method} ${path}: ${answer.status}`)
      }
    },
  )

  await t.test('e-readers go on reading with the right key, and are refused with a wrong one', async () => {
    const md5 = (text: string) => createHash('md5').update(text).digest('hex')
    for (const [password, status] of [
      [key.password, 200],
      ['wrong', 401],
    ] as const) {
      const basic = { authorization: `Basic ${Buffer.from(`${key.name}:${password}`).toString('base64')}` }
      for (const path of ['/opds/shelf', '/opds/v2/shelf/want'])
        assert.equal((await fetch(url + path, { headers: basic })).status, status, path)
      const sync = { 'x-auth-user': key.name, 'x-auth-key': md5(password) }
      for (const path of ['/users/auth', `/syncs/progress/${md5('a book')}`])
        assert.equal((await fetch(url + kosyncPath + path, { headers: sync })).status, status, path)
    }
    const progress = { document: md5('a book'), progress: '1', percentage: 0.5, device: 'Kobo', device_id: '' }
    const put = await fetch(`${url}${kosyncPath}/syncs/progress`, {
      method: 'PUT',
      headers: { 'x-auth-user': key.name, 'x-auth-key': md5(key.password) },
      body: JSON.stringify(progress),
    })
    assert.equal(put.status, 503)
  })
})
