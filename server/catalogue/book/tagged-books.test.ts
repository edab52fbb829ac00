import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { BookSort } from '#shared/api/book/book.ts'
import { findBookId } from '../../../test/find-book-id.ts'
import { failureOf, startTestSite } from '../../../test/test-site.ts'

const sorts: BookSort[] = ['hot', 'new', 'score']

test('lists of books by tag', { timeout: 300_000 }, async (t) => {
  const { visitor, db, url, newEditor, newUser } = await startTestSite(t)
  const { api } = await newEditor('甲编')
  const users = [(await newUser('翠翠')).api, (await newUser('傩送')).api, (await newUser('天保')).api]
  const tagOf = async (name: string) =>
    (await api.tag.adminList()).list.find((tag) => tag.name === name) ?? assert.fail(name)
  const [border = '', long = ''] = [await findBookId(db, '边城'), await findBookId(db, '长河')]

  /** Reads a whole list page by page and compares it with the books in the order of the table `book`. */
  const assertList = async (tags: string[], { sort, free = false }: { sort: BookSort; free?: boolean }, limit = 20) => {
    const column = sql.ref({ hot: 'popularity', new: 'createTime', score: 'score' }[sort])
    const { rows } = await sql<{ id: string }>`
      with wanted as (
        select id from tag where name = any(${tags})
        union
        select target_id from redirect where noun = 'tag' and old_key = any(${tags}) and target_id is not null
      )
      select id from book where not exists (
        select from wanted where not exists (select from book_tag where book_id = book.id and tag_id = wanted.id)
      ) and (exists (select from book_file where book_id = book.id) or not ${free}) order by ${column} desc, id desc`.execute(
      db,
    )
    const expected = rows.map(({ id }) => id)
    const ids: string[] = []
    let cursor: string | null | undefined
    do {
      const page = await visitor.book.list({ tags, sort, free, limit, ...(cursor && { cursor }) })
      // If the filter has several tags, the site checks only a thousand books of the rarest tag to count the matches,
      // so the total may be too small.
      if (page.isLowerBound) assert.ok((page.total < expected.length && tags.length > 1) || page.total === 10_001)
      else assert.equal(page.total, expected.length)
      ids.push(...page.list.map(({ id }) => id))
      cursor = page.nextCursor
    } while (cursor !== null && ids.length < 200)
    assert.deepEqual(ids, cursor === null ? expected : expected.slice(0, ids.length), `${tags.join()} ${sort}`)
    return expected
  }
  const groups = [['湘西'], ['长篇小说'], ['长篇小说', '乡土'], ['长篇小说', '家族', '乡土']]
  const assertAll = async () => {
    for (const tags of groups) for (const sort of sorts) await assertList(tags, { sort })
    for (const tags of groups) await assertList(tags, { sort: 'hot', free: true })
    const { rows: strays } = await sql`
      select from book_tag join book on book.id = book_id where (book_popularity, book_score, book_create_time)
        is distinct from (popularity, score, create_time)
      union all
      select from tag where count <> (select count(*) from book_tag where tag_id = tag.id)`.execute(db)
    assert.equal(strays.length, 0)
  }

  await t.test('have a picture for shared links if they have one tag', async () => {
    const picture = `/share/tag/${encodeURIComponent('湘西')}.png`
    const html = await (await fetch(`${url}/book?tag=湘西`)).text()
    assert.match(html, new RegExp(`<meta property="og:image" content="[^"]+${picture}"/>`))
    assert.match(await (await fetch(`${url}/book?tag=湘西&tag=乡土`)).text(), /og:image" content="[^"]+site\.png"/)
    assert.equal((await fetch(url + picture)).headers.get('content-type'), 'image/png')
    assert.equal((await fetch(`${url}/share/tag/没有的标签.png`)).status, 404)
  })

  await t.test('equal the books of the tags in every order, from the first page to the last', async () => {
    await assertAll()
    for (const sort of sorts) await assertList(['长篇小说', '乡土'], { sort }, 3)
    const [tag] = (await visitor.library.tags()).list
    for (const sort of sorts) assert.ok((await assertList([tag?.name ?? ''], { sort, free: true }, 7)).length > 0)
    assert.equal((await visitor.book.list({ tags: ['长篇小说', '没有的标签'] })).total, 0)
    const { nextCursor } = await visitor.book.list({ tags: ['长篇小说'], limit: 1 })
    for (const cursor of [nextCursor ?? '', 'x'])
      await failureOf(visitor.book.list({ tags: ['长篇小说'], sort: 'score', cursor }), 'invalid')
  })

  await t.test('follow likes, ratings, edits and removals', async () => {
    const item = { itemType: 'book', itemId: border } as const
    for (const [at, user] of users.entries()) {
      await user.reaction.like({ ...item, on: true })
      await user.reaction.rate({ ...item, score: 8 + at })
    }
    await db.updateTable('book').set({ createTime: new Date() }).where('id', '=', border).execute()
    await sql`
      insert into book_file select text.* from (select to_jsonb(book_file) as row from book_file limit 1) shipped,
        jsonb_populate_record(null::book_file, row || jsonb_build_object(
          'id', ${newId()}::text, 'book_id', ${border}::text, 'storage_key', 'book/border.epub')) text`.execute(db)
    for (const sort of sorts) assert.equal((await assertList(['湘西'], { sort, free: true }))[0], border)
    await assertAll()
    const { book, version } = await api.book.inspect({ id: border })
    const { auditId } = await api.book.update({ id: border, version, book: { ...book, tags: ['长篇小说', '家族'] } })
    assert.ok(!(await assertList(['湘西'], { sort: 'hot' })).includes(border))
    await assertAll()
    await api.audit.undo({ id: auditId })
    assert.equal((await assertList(['湘西'], { sort: 'hot' }))[0], border)
    const { id } = await api.book.create({ book: { ...book, title: '湘西来信', editions: [] } })
    assert.equal((await assertList(['湘西'], { sort: 'new' }))[0], id)
    await api.book.remove({ id })
    await assertAll()
  })

  await t.test('follow merges of tags and books and their undoing, also while users like the books', async () => {
    const [loser, winner] = [await tagOf('湘西'), await tagOf('乡土')]
    const like = async (itemId: string, on: boolean) => {
      for (const user of users) await user.reaction.like({ itemType: 'book', itemId, on })
    }
    const [merged] = await Promise.all([
      api.tag.merge({ loserId: loser.id, winnerId: winner.id }),
      like(border, false),
      like(long, true),
    ])
    await assertAll()
    await Promise.all([api.audit.undo({ id: merged.auditId }), like(border, true), like(long, false)])
    await assertAll()
    assert.ok((await assertList(['湘西'], { sort: 'hot' })).includes(border))
    const [united] = await Promise.all([api.book.merge({ loserId: long, winnerId: border }), like(border, false)])
    await assertAll()
    await like(border, true)
    await api.audit.undo({ id: united.auditId })
    await assertAll()
    const renamed = await api.tag.update({ ...winner, name: '乡村' })
    assert.deepEqual(
      (await visitor.book.list({ tags: ['乡土', '乡村'] })).total,
      (await visitor.book.list({ tags: ['乡村'] })).total,
    )
    await api.audit.undo({ id: renamed.auditId })
    await assertAll()
  })

  await t.test('of tags with many books are sorted, and counted up to ten thousand', async () => {
    const [many, most, few] = [await tagOf('湘西'), await tagOf('乡土'), await tagOf('传记')]
    await sql`
      insert into book (id, title, authors, "desc", likes, create_time, count_rated, sum_rated, free)
      select gen_random_uuid(), '第 ' || n || ' 本', '{多产的人}', '', n % 700, now() - n * interval '1 minute', 3, n % 31,
        case when n % 9 = 0 then '作者授权在这里公开' end
      from generate_series(1, 10002) n`.execute(db)
    // The tag `few` has many books too, but only few of them also have the tag `many`.
    await sql`
      insert into book_tag (book_id, tag_id)
      select book.id, tag_id from book cross join unnest(array[${many.id}, ${most.id}]::uuid[]) tag_id
      where authors = '{多产的人}'
      union all
      select book.id, ${few.id} from book where authors = '{多产的人}' and likes < 300`.execute(db)
    await sql`delete from book_tag where tag_id = ${many.id} and book_id in (
      select book_id from book_tag join book on book.id = book_id where tag_id = ${few.id} and likes > 3)`.execute(db)
    await sql`update tag set count = (select count(*) from book_tag where tag_id = tag.id)`.execute(db)
    const tagged = [['乡土'], ['湘西', '乡土'], ['湘西', '传记'], ['湘西', '传记', '乡土']]
    for (const tags of tagged)
      for (const sort of sorts) for (const free of [false, true]) await assertList(tags, { sort, free }, 50)
    const { total, isLowerBound } = await visitor.book.list({ tags: ['乡土'] })
    assert.deepEqual([total, isLowerBound], [10_001, true])
    assert.ok((await visitor.book.list({ tags: ['湘西', '乡土'] })).isLowerBound)
    assert.ok(!(await visitor.book.list({ tags: ['长篇小说', '家族'] })).isLowerBound)
  })
})
