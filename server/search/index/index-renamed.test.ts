import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { startTestSite } from '../../../test/test-site.ts'
import { linkPeople } from '#server/catalogue/person/link-people.ts'
import { indexBooks } from './index-books.ts'
import { indexPeople } from './index-renamed.ts'

test('renaming a tag of many books takes effect at once and indexes the books in jobs of 500', async (t) => {
  const { db, newEditor, visitor, jobEnded } = await startTestSite(t, {}, { runsJobs: true })
  const { api } = await newEditor('阿编')
  const { id } = await api.tag.create({ name: '渡口', kind: 'subject' })
  await sql`with made as (
      insert into book (id, title, authors, "desc")
      select gen_random_uuid(), '渡口之书 ' || n, '{佚名}', '讲一个渡口。' from generate_series(1, 1201) n returning id
    ) insert into book_tag (book_id, tag_id) select id, ${id} from made`.execute(db)
  await sql`update tag set count = 1201 where id = ${id}`.execute(db)
  const { version } = (await api.tag.adminList()).list.find((tag) => tag.id === id) ?? assert.fail()
  await api.tag.update({ id, version, name: '老渡口', kind: 'subject', position: 1 })
  const jobs = await db.selectFrom('job').select(['id', 'payload']).where('name', '=', 'index-books').execute()
  assert.deepEqual(jobs.map(({ payload }) => (payload as { ids: string[] }).ids.length).sort(), [201, 500, 500])
  assert.equal((await visitor.search.suggest({ query: '老渡口' })).tags[0]?.name.text, '老渡口')
  for (const job of jobs) assert.equal((await jobEnded(job.id)).state, 'done')
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from search_book where tokens @@ '''#老渡口'''::tsquery`.execute(db)
  assert.equal(rows[0]?.count, 1201)
})

test('other names of a person, a merge and a removal take effect at once on the person and their books', async (t) => {
  const { db, visitor } = await startTestSite(t)
  const [bookId, translatedId, otherId] = [newId(), newId(), newId()]
  await db.transaction().execute(async (db) => {
    await db
      .insertInto('book')
      .values([
        { id: bookId, title: '渡口灯火', authors: ['舟中客'], desc: '' },
        { id: translatedId, title: '渡口来信', authors: ['佚名'], desc: '' },
        { id: otherId, title: '渡口人家', authors: ['岸上人'], desc: '' },
      ])
      .execute()
    await db
      .insertInto('edition')
      .values({ id: newId(), bookId: translatedId, position: 0, title: '渡口邮差', translators: ['舟中客'] })
      .execute()
    await linkPeople(db, [bookId, translatedId, otherId])
    await indexBooks(db, [bookId, translatedId, otherId])
  })
  const idOf = async (name: string) =>
    (await db.selectFrom('person').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
  const [winner, loser] = [await idOf('舟中客'), await idOf('岸上人')]
  const people = async (query: string) =>
    (await visitor.search.suggest({ query })).people.map(({ id, name, countBooks }) => [id, name.text, countBooks])
  const titles = async (query: string) =>
    (await visitor.search.books({ query })).list.map(({ book }) => book.title).sort()

  assert.deepEqual(await people('舟中客'), [[winner, '舟中客', 2]])
  assert.deepEqual(await titles('渡口邮差'), ['渡口来信'])
  await db.transaction().execute(async (db) => {
    await db.updateTable('person').set({ name: '枕流先生' }).where('id', '=', winner).execute()
    await db
      .insertInto('personName')
      .values([
        { personId: winner, name: '舟中客', kind: 'pen', position: 0 },
        { personId: winner, name: 'Émile Zhōu', kind: 'original', position: 1 },
      ])
      .execute()
    await indexPeople(db, [winner])
  })
  for (const query of ['枕流先生', '舟中客', 'zhouzhongke', 'emile zhou', 'emilezhou']) {
    assert.deepEqual(await people(query), [[winner, '枕流先生', 2]], query)
    assert.deepEqual(await titles(query), ['渡口来信', '渡口灯火'], query)
  }

  await db.transaction().execute(async (db) => {
    await db.updateTable('bookAuthor').set({ personId: winner }).where('personId', '=', loser).execute()
    await db.deleteFrom('person').where('id', '=', loser).execute()
    await db.deleteFrom('personName').where('name', '=', 'Émile Zhōu').execute()
    await indexPeople(db, [winner, loser])
  })
  assert.deepEqual(await people('岸上人'), [])
  assert.deepEqual(await people('枕流先生'), [[winner, '枕流先生', 3]])
  assert.deepEqual(await titles('枕流先生'), ['渡口人家', '渡口来信', '渡口灯火'])
  assert.deepEqual(await people('emile zhou'), [])
})
