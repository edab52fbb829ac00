import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { updateBook } from '#server/catalogue/book/edit-book.ts'
import { loadCatalog } from '#server/catalogue/loading/load-catalog.ts'
import { failureOf, startTestSite } from '../../../test/test-site.ts'
import { findBookId } from '../../../test/find-book-id.ts'

test('merging places and tags', async (t) => {
  const { visitor, db, newUser } = await startTestSite(t)
  const editor = await newUser('老编辑', ['admin'])
  const { api } = editor
  const find = async (noun: 'place' | 'tag', name: string) => {
    const { list } = await (noun === 'tag' ? api.tag.adminList() : api.place.adminList({ query: name }))
    return list.find((one) => one.name === name)?.id ?? assert.fail(`no ${noun} ${name}`)
  }
  const merge = async (noun: 'place' | 'tag', loser: string, winner: string) =>
    api[noun].merge({ loserId: await find(noun, loser), winnerId: await find(noun, winner) })
  const bookAt = (title: string) => findBookId(db, title)

  await t.test('redirects to a deleted tag or place are ignored', async () => {
    const { id } = await api.tag.create({ name: '丙', kind: 'subject' })
    await api.tag.create({ name: '乙', kind: 'subject' })
    await merge('tag', '乙', '丙')
    const { auditId } = await api.tag.remove({ id })
    const video = { title: '一部片子', source: 'https://films.test/1.webm', cover: null, desc: '', places: [] }
    const { data } = await failureOf(api.video.create({ ...video, tags: ['乙'] }), 'invalid')
    assert.ok(data?.fields?.['tags'])
    const { list } = await visitor.book.list({ tags: ['乙'] })
    assert.deepEqual(list, [])
    await db.updateTable('book').set({ catalogHash: 'another' }).execute()
    await db.deleteFrom('setting').where('name', '=', 'catalog').execute()
    await loadCatalog(db, resolve(import.meta.dirname, '../../../catalog'), '知图')
    // After the deletion of a tag was undone, the redirect from a tag that was merged into it works again.
    await api.audit.undo({ id: auditId })
    const created = await api.video.create({ ...video, tags: ['乙'] })
    assert.deepEqual(
      (await visitor.video.show(created)).tags.map(({ name }) => name),
      ['丙'],
    )
  })

  await t.test('a tag that an editor has just removed stays removed', async () => {
    const bookId = await bookAt('边城')
    const { version, book } = await api.book.inspect({ id: bookId })
    const without = { ...book, places: book.places.filter(({ name }) => name !== '凤凰') }
    assert.ok(without.places.length < book.places.length)
    const loserId = await find('place', '凤凰')
    const winnerId = await find('place', '长沙')
    // The second editor's merge begins before the first editor's change is committed, so it has to wait for the commit.
    let merging: Promise<{ auditId: string }> | undefined
    await db.transaction().execute(async (held) => {
      await updateBook(held, { editorId: editor.user.id }, { id: bookId, version, draft: without })
      merging = api.place.merge({ loserId, winnerId })
      await new Promise((done) => setTimeout(done, 300))
    })
    const { auditId } = (await merging) ?? assert.fail()
    const namesOf = async () => (await visitor.book.show({ id: bookId })).places.map(({ name }) => name)
    assert.ok(!(await namesOf()).includes('长沙'))
    await api.audit.undo({ id: auditId })
    assert.ok(!(await namesOf()).includes('凤凰'))
    await failureOf(api.book.update({ id: bookId, version, book }), 'conflict')
  })

  await t.test('a merge and concurrent edits of the same items all succeed', async () => {
    const books = await Promise.all(['长河', '湘行散记'].map(bookAt))
    const broken: string[] = []
    const note = (error: { kind: string; message: string }) => {
      if (!['conflict', 'missing'].includes(error.kind)) broken.push(`${error.kind} ${error.message}`)
    }
    for (let round = 0; round < 6; round++) {
      const merging = merge('tag', '湘西', '乡土')
      const editing = books.map(async (id) => {
        await new Promise((done) => setTimeout(done, round * 4))
        const { version, book } = await api.book.inspect({ id })
        await api.book.update({ id, version, book: { ...book, publishedYear: 100 + round } })
      })
      await Promise.all(editing.map((edit) => edit.catch(note)))
      const { auditId } = await merging
      await api.audit.undo({ id: auditId })
    }
    assert.deepEqual(broken, [])
  })

  await t.test('after a chain of merges every old name finds all items', async () => {
    const total = async (query: string) => (await visitor.search.books({ query })).total
    await merge('place', '凤凰', '长沙')
    const { auditId } = await merge('place', '长沙', '上海')
    const { list } = await api.place.adminList({ query: '上海' })
    const count = list.find(({ name }) => name === '上海')?.countBooks ?? 0
    for (const name of ['凤凰', '长沙', '上海']) assert.ok((await total(name)) >= count, name)
    await api.audit.undo({ id: auditId })
    for (const name of ['凤凰', '长沙']) assert.ok((await total(name)) < count, name)
  })
})
