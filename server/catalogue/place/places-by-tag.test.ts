import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { periodStarts } from '#shared/period.ts'
import { findBookId } from '../../../test/find-book-id.ts'
import { startTestSite } from '../../../test/test-site.ts'

test('the places of the books of some tags and years', { timeout: 300_000 }, async (t) => {
  const { visitor, db, newEditor } = await startTestSite(t)
  const { api } = await newEditor('甲编')
  const [from = 0, to = 0] = [periodStarts[24] ?? 0, periodStarts[26] ?? 0]

  /**
   * Compares the returned places, their numbers of books and their titles with a recount of the books that uses no
   * stored numbers.
   */
  const assertPlaces = async (tags: string[], years: { from?: number; to?: number }) => {
    const isInYears = 'from' in years ? sql`era_from < ${to} and era_to >= ${from}` : sql`true`
    const { rows } = await sql<{ id: string; count: number; titles: string[]; books: string[]; country: string }>`
      select place.id, country, count(*) as count, array_agg(book.id::text) as books,
        (array_agg(title order by popularity desc, book.id desc))[1:2] as titles
      from place join (
        select distinct book_id, place_id from book_place where kind in ('setting', 'subject')
      ) pinned on place_id = place.id
      join book on book.id = book_id
      where ${isInYears} and ${tags} <@ array(
        select name from book_tag join tag on tag.id = tag_id where book_id = book.id
      ) group by place.id order by count desc, place.id`.execute(db)
    const { list, ...counts } = await visitor.place.list({ tags, ...years })
    const byId = <T extends { id: string }>(places: T[]) => places.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    assert.deepEqual(
      byId(list.map(({ id, count, titles }) => ({ id, count, titles }))),
      // One call returns at most 1,200 places.
      byId(rows.slice(0, 1200).map(({ id, count, titles }) => ({ id, count, titles }))),
    )
    assert.deepEqual(counts, {
      countBooks: new Set(rows.flatMap(({ books }) => books)).size,
      countPlaces: rows.length,
      countMarks: rows.reduce((sum, { count }) => sum + count, 0),
      countCountries: new Set(rows.flatMap(({ country }) => country ?? [])).size,
      hasMoreBooks: false,
      hasMorePlaces: false,
    })
    const top = (await visitor.place.list({ tags, ...years, limit: 3 })).list
    assert.deepEqual(
      top.map(({ id }) => id).sort(),
      rows
        .slice(0, 3)
        .map(({ id }) => id)
        .sort(),
    )
    return counts.countBooks
  }
  const assertAll = async () => {
    for (const tags of [[], ['长篇小说'], ['乡土'], ['长篇小说', '乡土'], ['长篇小说', '乡土', '家族']])
      for (const years of [{}, { from, to }]) await assertPlaces(tags, years)
  }

  await t.test('equal a count of the books', async () => {
    await assertAll()
    assert.ok((await assertPlaces(['长篇小说'], { from, to })) > 0)
    const { countBooks, list } = await visitor.place.list({ tags: ['没有的标签'] })
    assert.deepEqual([countBooks, list], [0, []])
  })

  await t.test('follow edits, removals and merges, and their undoing', async () => {
    const border = await findBookId(db, '边城')
    const { book, version } = await api.book.inspect({ id: border })
    const edited = await api.book.update({
      id: border,
      version,
      book: { ...book, tags: ['家族', '长篇小说'], era: { from: 1930, to: 1931 } },
    })
    await assertAll()
    await api.audit.undo({ id: edited.auditId })
    await assertAll()
    const { id } = await api.book.create({ book: { ...book, title: '湘西来信', editions: [] } })
    await assertAll()
    await api.book.remove({ id })
    const { list: tags } = await api.tag.adminList()
    const idOf = (name: string) => tags.find((tag) => tag.name === name)?.id ?? assert.fail(name)
    const { auditId } = await api.tag.merge({ loserId: idOf('湘西'), winnerId: idOf('乡土') })
    await assertAll()
    await api.audit.undo({ id: auditId })
    await assertAll()
    const [loser, winner] = (await visitor.place.list({ tags: ['湘西'] })).list
    const merged = await api.place.merge({ loserId: loser?.id ?? '', winnerId: winner?.id ?? '' })
    await assertAll()
    await api.audit.undo({ id: merged.auditId })
    await assertAll()
  })
})
