import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { BookDraft } from '#shared/api/book/book-draft.ts'
import type { FailureKind } from '#shared/api/failure.ts'
import { toFailure } from '#server/http/call/failure-answer.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { findBookId } from '../../../test/find-book-id.ts'
import { failureOf, startTestSite } from '../../../test/test-site.ts'

test('a write that refers to something that another editor deletes meanwhile', async (t) => {
  // The connection is closed before the test site deletes its database, so this comes first.
  let other: Db | undefined
  t.after(() => other?.destroy())
  const site = await startTestSite(t)
  const { db, connection } = site
  const { api } = await site.newEditor('甲编')
  const { api: reader } = await site.newUser('翠翠')
  const editing = (other = openDatabase(connection, () => undefined, { size: 1 }))
  const bookId = await findBookId(db, '边城')

  /**
   * Does something in a transaction that ends only when the call waits for it. Returns the message of the call's
   * failure.
   */
  const meanwhile = async (
    act: (tx: Db) => Promise<unknown>,
    call: () => Promise<unknown>,
    kind: FailureKind = 'conflict',
  ) => {
    let failed: Promise<{ message: string }> | undefined
    await editing.transaction().execute(async (tx) => {
      await act(tx)
      failed = failureOf(call(), kind)
      failed.catch(() => undefined)
      for (;;) {
        const { rows } = await sql`
          select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
        if (rows.length > 0) break
      }
    })
    return (await failed)?.message ?? ''
  }
  const whileDeleted = (table: string, id: string, call: () => Promise<unknown>, kind?: FailureKind) =>
    meanwhile((tx) => sql`delete from ${sql.table(table)} where id = ${id}`.execute(tx), call, kind)
  const addPlace = async (name: string) => {
    const id = newId()
    await db.insertInto('place').values({ id, name, lng: 110, lat: 28, country: 'CN', province: '湖南' }).execute()
    return id
  }
  const addBook = async (title: string) => {
    const id = newId()
    await db
      .insertInto('book')
      .values({ id, title, authors: ['某人'], desc: '一本要没的书。' })
      .execute()
    return id
  }
  const spot = { lng: 110, lat: 28 }

  await t.test('is told that a tag of a book is gone', async () => {
    const { id } = await api.tag.create({ name: '要没的标签', kind: 'subject' })
    const { book, version } = await api.book.inspect({ id: bookId })
    const changed = { ...book, tags: [...book.tags, '要没的标签'] } as BookDraft
    assert.match(
      await whileDeleted('tag', id, () => api.book.update({ id: bookId, version, book: changed })),
      /要用的标签刚被合并或移除了/,
    )
    assert.deepEqual((await api.book.inspect({ id: bookId })).book.tags, book.tags)
  })

  await t.test('is told that a place of a book, or of the life of a person, is gone', async () => {
    const { book, version } = await api.book.inspect({ id: bookId })
    const ofBook = await addPlace('要没的地方')
    const place = { placeId: ofBook, name: '要没的地方', ...spot, kind: 'setting' as const, region: null }
    const changed = { ...book, places: [...book.places, place] } as BookDraft
    assert.match(
      await whileDeleted('place', ofBook, () => api.book.update({ id: bookId, version, book: changed })),
      /要用的地方刚被合并或移除了/,
    )
    const ofPerson = await addPlace('也要没的地方')
    const lived = { ...place, placeId: ofPerson, name: '也要没的地方', kind: 'lived' as const, from: null, to: null }
    assert.match(
      await whileDeleted('place', ofPerson, () => api.person.create({ person: { name: '某某', places: [lived] } })),
      /要用的地方刚被合并或移除了/,
    )
  })

  await t.test('is told that a book of a relation, of a tour or of a shelf is gone', async () => {
    const [related, toured, shelved] = [await addBook('甲书'), await addBook('乙书'), await addBook('丙书')]
    const relation = {
      fromBookId: related,
      toBookId: bookId,
      kind: 'answers' as const,
      sentence: '一条向南，一条向西的河。',
    }
    const stop = {
      title: '渡口边上',
      text: '船从这里过河，过了河再往山里走，走到看得见白塔的地方，就是书里写的那个渡口。',
      zoom: 5,
      ...spot,
    }
    const stops = [{ ...stop, bookId: toured }, stop]
    const tour = { title: '要没的路', desc: '从渡口到白塔，走一遍书里写过的那条路，看看还在不在。', position: 3, stops }
    for (const [id, write] of [
      [related, () => api.relation.create({ relation })],
      [shelved, () => reader.shelf.put({ bookId: shelved, state: 'want' })],
    ] as const)
      assert.match(await whileDeleted('book', id, write, 'missing'), /没有找到这本书，它可能已被合并或移除/)
    const ofTour = await whileDeleted('book', toured, () => api.tour.create({ tour }))
    assert.match(ofTour, /要用的书刚被合并或移除了/)
  })

  await t.test('is told that another editor has begun to use what it removes', async () => {
    const { id } = await api.tag.create({ name: '刚用上的标签', kind: 'subject' })
    const removed = await meanwhile(
      (tx) => sql`insert into book_tag (book_id, tag_id) values (${bookId}, ${id})`.execute(tx),
      () => api.tag.remove({ id }),
    )
    assert.match(removed, /还在用，不能移除/)
  })

  await t.test('is told of a row that others refer to, also where no query has looked for them', async () => {
    const { user } = await site.newUser('有会话的读者')
    const error: unknown = await db
      .deleteFrom('user')
      .where('id', '=', user.id)
      .execute()
      .catch((thrown) => thrown)
    const { kind, message } = toFailure(error)
    assert.deepEqual([kind, message], ['conflict', '别处刚开始用到它，不能移除，请刷新后再看'])
  })
})
