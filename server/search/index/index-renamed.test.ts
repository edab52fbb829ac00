import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTestSite } from '../../../test/test-site.ts'

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
