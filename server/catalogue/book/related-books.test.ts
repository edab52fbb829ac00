import assert from 'node:assert/strict'
import { test } from 'node:test'
import { topic } from '#server/platform/cache/topics.ts'
import { invalidate } from '#server/platform/cache/changes.ts'
import { findBookId } from '../../../test/find-book-id.ts'
import { forgetRelations } from '../../../test/forget-relations.ts'
import { epubOf, putEpub } from '../../../test/put-epub.ts'
import { startTestSite } from '../../../test/test-site.ts'
import { listRelatedBooks } from './related-books.ts'

test('related books', async (t) => {
  const site = await startTestSite(t)
  const { visitor, db, newEditor, url } = site
  const relatedTo = async (title: string) => (await visitor.book.related({ id: await findBookId(db, title) })).list

  await forgetRelations(db, await Promise.all(['呐喊', '堂吉诃德', '边城'].map((title) => findBookId(db, title))))

  await t.test('a book related by an editor comes first, with the sentence as the reason, at once', async () => {
    const { api } = await newEditor('甲编')
    const [fromBookId, toBookId] = [await findBookId(db, '呐喊'), await findBookId(db, '堂吉诃德')]
    assert.ok(!(await relatedTo('堂吉诃德')).some(({ title }) => title === '呐喊'))
    const sentence = '阿 Q 的胜利法，和骑士与风车的那一战是一回事。'
    await api.relation.create({ relation: { fromBookId, toBookId, kind: 'answers', sentence } })
    for (const [title, other] of [
      ['呐喊', '堂吉诃德'],
      ['堂吉诃德', '呐喊'],
    ] as const) {
      const [first] = await relatedTo(title)
      assert.deepEqual([first?.title, first?.reason], [other, { kind: 'relation', text: sentence }])
    }
  })

  await t.test('people, meetings, places and tags give concrete reasons', async () => {
    const list = await relatedTo('边城')
    assert.equal(list[0]?.reason.text, '也是沈从文的书')
    assert.ok(list.filter(({ reason }) => reason.text === '也是沈从文的书').length <= 3)
    assert.ok(list.some(({ reason }) => reason.kind === 'company' && /^沈从文与.+都在.+$/.test(reason.text)))
    const translated = await relatedTo('堂吉诃德')
    assert.ok(translated.some(({ reason }) => reason.text === '杨绛译了这本，也写了那本'))
  })

  await t.test('the list says which books can be read here', async () => {
    const textsOf = async () => (await relatedTo('边城')).map(({ title, hasText }) => (hasText ? title : ''))
    assert.ok((await textsOf()).every((title) => title === ''))
    const [{ title = '' } = {}] = await relatedTo('边城')
    const { bookId } = await putEpub(site, epubOf([{ title: '一', paragraphs: ['正文。'] }]), title)
    await invalidate(db, topic.books)
    assert.deepEqual((await textsOf()).filter(Boolean), [title])
    await db.updateTable('bookFile').set({ format: 'txt' }).where('bookId', '=', bookId).execute()
    await invalidate(db, topic.books)
    assert.ok((await textsOf()).every((title) => title === ''))
  })

  await t.test('the page of a book forgets a meeting as soon as an editor has corrected the life', async () => {
    const { api } = await newEditor('乙编')
    const id = await findBookId(db, '边城')
    const meeting = (await relatedTo('边城')).find(({ reason }) => reason.kind === 'company')?.reason.text ?? ''
    const isShown = async () => (await (await fetch(`${url}/book/${id}`)).text()).includes(meeting)
    assert.ok(await isShown())
    const author = (await visitor.book.show({ id })).authorIds[0] ?? ''
    const { list } = await api.person.find({ query: /与(.+?)(、| )/.exec(meeting)?.[1] ?? '' })
    const other = list[0]?.id ?? ''
    assert.ok(other !== '' && other !== author)
    const { person, version } = await api.person.inspect({ id: other })
    await api.person.update({ id: other, version, person: { ...person, places: [] } })
    assert.ok(!(await isShown()))
  })

  await t.test('a tag that a third of all books have is no reason', async () => {
    const id = await findBookId(db, '边城')
    const broad = (await visitor.tag.list()).list.find(({ name }) => name === '散文')
    assert.ok(broad)
    await db.transaction().execute(async (db) => {
      await db.deleteFrom('bookTag').where('bookId', '=', id).execute()
      await db.insertInto('bookTag').values({ bookId: id, tagId: broad.id }).execute()
      await db.updateTable('tag').set({ count: 400 }).where('id', '=', broad.id).execute()
      await invalidate(db, topic.books, topic.book(id))
    })
    assert.ok((await relatedTo('边城')).every(({ reason }) => reason.kind !== 'tag'))
  })
})

test('every book of the catalogue leads to others with a real reason', async (t) => {
  const { db } = await startTestSite(t)
  const books = await db.selectFrom('book').select(['id', 'title']).execute()
  const uses = new Map<string, number>()
  const lonely: string[] = []
  for (const { id, title } of books) {
    const list = await listRelatedBooks(db, { id, limit: 8 })
    assert.ok(list.length >= 4, `《${title}》 leads to ${list.length} books`)
    for (const { reason } of list) {
      assert.ok([...reason.text].length >= 4, `${title}: ${reason.text}`)
      assert.doesNotMatch(reason.text, /佚名|无名氏|编委会|出版社|null|undefined/)
      uses.set(reason.text, (uses.get(reason.text) ?? 0) + 1)
    }
    if (new Set(list.map(({ reason }) => reason.text)).size === 1) lonely.push(title)
  }
  assert.deepEqual(lonely, [])
  const [[text, count] = ['', 0]] = [...uses].toSorted(([, a], [, b]) => b - a)
  assert.ok(count < books.length / 5, `${text} is the reason ${count} times`)
})
