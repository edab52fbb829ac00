import { topic } from '#server/platform/cache/topics.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { invalidate } from '#server/platform/cache/changes.ts'
import { useTestServer } from './test-database.ts'
import { startTestSite } from './test-site.ts'
import { findBookId } from './find-book-id.ts'
import { startSystemPostgres, systemPostgres } from './system-postgres.ts'

test(
  'the site runs on the PostgreSQL of the operating system',
  { skip: systemPostgres ? false : 'no PostgreSQL on this system' },
  async (t) => {
    const server = await startSystemPostgres()
    t.after(server.stop)
    await useTestServer(server.connection, t)
    // The test site is started in a subtest, because a site is closed at the end of its test, and that must happen
    // before the outer test stops the PostgreSQL server.
    await t.test('lists, details, logins and writes work', async (t) => {
      const { visitor, newUser, db, url } = await startTestSite(t)

      const first = await visitor.book.list({ sort: 'new', limit: 50 })
      const second = await visitor.book.list({ sort: 'new', limit: 50, cursor: first.nextCursor ?? '' })
      assert.equal(new Set([...first.list, ...second.list].map(({ id }) => id)).size, 100)
      const id = await findBookId(db, '边城')
      assert.equal((await visitor.book.show({ id })).title, '边城')
      assert.equal((await visitor.book.related({ id })).list.length, 8)
      assert.ok((await visitor.place.list({ tags: ['湘西'] })).list.length > 0)

      const { api, user } = await newUser()
      assert.equal((await api.auth.loginStatus()).id, user.id)

      const before = await (await fetch(`${url}/book/${id}`)).text()
      await db.transaction().execute(async (db) => {
        await db.updateTable('book').set({ desc: '改过的介绍' }).where('id', '=', id).execute()
        await invalidate(db, topic.book(id))
      })
      await api.auth.logout()
      const after = await (await fetch(`${url}/book/${id}`)).text()
      assert.ok(!before.includes('改过的介绍') && after.includes('改过的介绍'))
    })
  },
)
