import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recountReactions } from '#server/catalogue/item/recount-reactions.ts'
import { plainPicture } from '../../../test/plain-picture.ts'
import { sendUpload } from '../../../test/send-upload.ts'
import { reloadCatalog } from '../../../test/reload-catalog.ts'
import { failureOf, startTestSite } from '../../../test/test-site.ts'
import { findBookId } from '../../../test/find-book-id.ts'

const desc = '一条河，一个渡口，一个冬天：从第一场霜写到开河，写船家、客栈和等信的人。'

test('editors and books', async (t) => {
  const { visitor, db, newUser, newEditor, url } = await startTestSite(t)
  const [{ api: one }, { api: two }] = [await newEditor('甲编'), await newEditor('乙编')]
  const { api: testUser } = await newUser('翠翠')
  const idOf = (title: string) => findBookId(db, title)
  const finds = async (query: string, id: string) =>
    (await visitor.search.books({ query })).list.some(({ book }) => book.id === id)
  const countsOf = (id: string) =>
    db
      .selectFrom('book')
      .select(['likes', 'countSave', 'countComments', 'countRated', 'sumRated', 'popularity'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const tagCounts = () =>
    db
      .selectFrom('tag')
      .select(['name', 'count'])
      .select((eb) =>
        eb
          .selectFrom('bookTag')
          .whereRef('tagId', '=', 'tag.id')
          .select((eb) => eb.fn.countAll<number>().as('n'))
          .as('counted'),
      )
      .execute()
  const areCountsRight = async () => {
    assert.equal((await recountReactions(db, 'book', null)).corrected, 0)
    for (const { name, count, counted } of await tagCounts()) assert.equal(count, counted, name)
  }
  const border = await idOf('边城')

  await t.test('only editors may edit, and invalid or unknown input is refused', async () => {
    const { book, version } = await one.book.inspect({ id: border })
    const calls = [
      () => testUser.book.adminList(),
      () => testUser.book.inspect({ id: border }),
      () => testUser.book.create({ book }),
      () => testUser.book.update({ id: border, version, book }),
      () => testUser.book.remove({ id: border }),
      () => testUser.book.merge({ loserId: border, winnerId: border }),
      () => testUser.audit.undo({ id: border }),
    ]
    for (const call of calls) await failureOf(call(), 'forbidden')
    await failureOf(visitor.book.adminList(), 'unauthorized')
    await failureOf(one.book.update({ id: border, version: 'x', book }), 'invalid')
    await failureOf(one.book.create({ book: { ...book, desc: '短' } }), 'invalid')
    await failureOf(one.book.merge({ loserId: border, winnerId: border }), 'invalid')
    const nobody = '00000000-0000-7000-8000-000000000000'
    for (const call of [
      () => one.book.inspect({ id: nobody }),
      () => one.book.remove({ id: nobody }),
      () => one.book.merge({ loserId: nobody, winnerId: border }),
      () => one.audit.undo({ id: nobody }),
    ])
      await failureOf(call(), 'missing')
  })

  await t.test('editors find books by title, author or ISBN, one page at a time', async () => {
    assert.deepEqual(
      (await one.book.adminList({ query: '邊城' })).list.map(({ id }) => id),
      [border],
    )
    assert.ok((await one.book.adminList({ query: '沈从文' })).list.some(({ id }) => id === border))
    assert.equal((await one.book.adminList({ query: '100%' })).total, 0)
    const first = await one.book.adminList({ limit: 2 })
    const next = await one.book.adminList({ limit: 2, cursor: first.nextCursor ?? '' })
    assert.equal(new Set([...first.list, ...next.list].map(({ id }) => id)).size, 4)
    await failureOf(one.book.adminList({ cursor: 'x' }), 'invalid')
  })

  await t.test('an edit and its undo are visible everywhere in the next request', async () => {
    const { book, version } = await one.book.inspect({ id: border })
    const place = { placeId: null, name: '白水渡', lng: 109.46, lat: 28.51, kind: 'setting' as const }
    const places = [{ ...place, region: { country: 'CN', province: '湖南' } }]
    assert.match(await (await fetch(`${url}/book/${border}`)).text(), /边城/)
    const { auditId } = await one.book.update({ id: border, version, book: { ...book, title: '渡口的冬天', places } })
    assert.match(await (await fetch(`${url}/book/${border}`)).text(), /渡口的冬天/)
    assert.ok(await finds('渡口的冬天', border))
    assert.ok(await finds('白水渡', border))
    const marks = async () => (await visitor.mark.list({ bounds: [109.4, 28.4, 109.5, 28.6], limit: 50 })).list
    assert.ok((await marks()).some(({ properties }) => properties.itemId === border))
    const second = await failureOf(
      two.book.update({ id: border, version, book: { ...book, publishedYear: 1999 } }),
      'conflict',
    )
    assert.ok(second.data?.fields?.['version'])
    assert.equal((await two.book.inspect({ id: border })).lastEdit?.name, '甲编')
    await two.audit.undo({ id: auditId })
    await failureOf(two.audit.undo({ id: auditId }), 'conflict')
    assert.deepEqual((await one.book.inspect({ id: border })).book, book)
    assert.ok(!(await finds('渡口的冬天', border)))
    assert.deepEqual(await marks(), [])
    await areCountsRight()
  })

  await t.test('what a book tells of a place is shown with the book, at the place and on its mark', async () => {
    const { book, version } = await one.book.inspect({ id: border })
    const told = { text: '溪边白塔下，祖父和翠翠拉着缆绳渡人过河。', quotedFrom: null }
    const tell = (sentence: { text: string; quotedFrom: string | null }) => ({
      ...book,
      places: book.places.map((place) => (place.kind === 'setting' ? { ...place, sentence } : place)),
    })
    const tooLong = tell({ ...told, text: '船'.repeat(61) })
    await failureOf(one.book.update({ id: border, version, book: tooLong }), 'invalid')
    const { auditId } = await one.book.update({ id: border, version, book: tell(told) })
    const setting = (await visitor.book.show({ id: border })).places.find(({ kind }) => kind === 'setting')
    assert.deepEqual(setting?.sentence, told)
    const placeId = setting?.id ?? ''
    const at = async () => (await visitor.book.list({ place: { id: placeId, kind: 'setting' } })).list
    assert.deepEqual((await at()).find(({ id }) => id === border)?.sentence, told)
    assert.deepEqual((await visitor.mark.show({ itemId: border, placeId })).properties.sentence, told)
    for (const path of [`/place/${placeId}`, `/book/${border}`])
      assert.match(await (await fetch(url + path)).text(), /祖父和翠翠拉着缆绳/)
    const quoted = { text: '凡事都有偶然的凑巧', quotedFrom: '第一章' }
    const { version: next } = await one.book.inspect({ id: border })
    const { auditId: later } = await one.book.update({ id: border, version: next, book: tell(quoted) })
    assert.match(await (await fetch(`${url}/place/${placeId}`)).text(), /“凡事都有偶然的凑巧”.*《第一章》/)
    await one.audit.undo({ id: later })
    assert.deepEqual((await visitor.mark.show({ itemId: border, placeId })).properties.sentence, told)
    await one.audit.undo({ id: auditId })
    assert.deepEqual((await one.book.inspect({ id: border })).book, book)
  })

  await t.test('of two concurrent edits of one version, one is refused', async () => {
    const { book, version } = await one.book.inspect({ id: border })
    const tries = await Promise.allSettled([
      one.book.update({ id: border, version, book: { ...book, publishedYear: 1001 } }),
      two.book.update({ id: border, version, book: { ...book, publishedYear: 1002 } }),
    ])
    assert.deepEqual(tries.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  })

  await t.test('loading the catalogue leaves edited books unchanged', async () => {
    const before = await one.book.inspect({ id: border })
    await reloadCatalog(db)
    assert.deepEqual(await one.book.inspect({ id: border }), before)
    await areCountsRight()
  })

  await t.test('a new book has a cover, can be removed while nothing refers to it, and can be restored', async () => {
    const permit = await one.auth.cosSign({ kind: 'cover' })
    await sendUpload(url, permit, await plainPicture(400, 600))
    const { book: like } = await one.book.inspect({ id: border })
    const book = { ...like, title: '渡口', desc, cover: permit.key }
    const { id, auditId } = await one.book.create({ book })
    const { cover } = await visitor.book.show({ id })
    assert.match(cover ?? '', /^cover\//)
    assert.equal((await fetch(`${url}/storage/${cover}-240.webp`)).status, 200)
    await failureOf(one.book.create({ book: { ...book, cover: 'cover/of/another' } }), 'invalid')
    const edited = await one.book.inspect({ id })
    const withEdition = (key: string) => ({ ...edited, book: { ...edited.book, editions: [{ cover: key }] } })
    await failureOf(one.book.update(withEdition('../../../cover/of/another')), 'invalid')
    const another = await one.auth.cosSign({ kind: 'cover' })
    await sendUpload(url, another, await plainPicture(400, 600))
    await one.book.update(withEdition(another.key))
    const [edition] = (await visitor.book.show({ id })).editions
    assert.equal((await fetch(`${url}/storage/${edition?.cover}-240.webp`)).status, 200)
    const again = await one.book.inspect({ id })
    await one.book.update({ id, version: again.version, book: again.book })
    assert.deepEqual((await visitor.book.show({ id })).editions, [edition])
    await testUser.reaction.like({ itemType: 'book', itemId: id, on: true })
    assert.match((await failureOf(one.book.remove({ id }), 'conflict')).message, /喜欢.*并过去/)
    await failureOf(one.audit.undo({ id: auditId }), 'conflict')
    await testUser.reaction.like({ itemType: 'book', itemId: id, on: false })
    const { auditId: removal } = await one.book.remove({ id })
    await failureOf(visitor.book.show({ id }), 'missing')
    assert.ok(!(await finds('渡口', id)))
    await one.audit.undo({ id: removal })
    assert.equal((await visitor.book.show({ id })).cover, cover)
    assert.ok(await finds('渡口', id))
    await areCountsRight()
  })

  await t.test('a merge moves all references while users go on reacting, and its undo moves them back', async () => {
    const { book: like, version } = await one.book.inspect({ id: border })
    assert.ok(version)
    const { id: loser } = await one.book.create({
      book: {
        ...like,
        title: '茶峒旧事',
        editions: [{ isbn13: '9787020002207' }],
        tags: like.tags.slice(0, 1),
        desc,
      },
    })
    const [a, b, c, d] = [await newUser(), await newUser(), await newUser(), await newUser()]
    const [atLoser, atWinner] = [loser, border].map((itemId) => ({ itemType: 'book' as const, itemId }))
    assert.ok(atLoser && atWinner)
    for (const item of [atLoser, atWinner]) await a.api.reaction.like({ ...item, on: true })
    await b.api.reaction.like({ ...atLoser, on: true })
    await b.api.reaction.save({ ...atLoser, on: true })
    await a.api.reaction.rate({ ...atWinner, score: 4 })
    await a.api.reaction.rate({ ...atLoser, score: 9 })
    await b.api.reaction.rate({ ...atLoser, score: 7 })
    await b.api.shelf.put({ bookId: loser, state: 'read', note: '冬天读的' })
    const { id: first } = await a.api.comment.create({ ...atLoser, content: '旧版的注很好。' })
    await b.api.comment.create({ ...atLoser, content: '同意。', parentId: first })
    const reason = '写一条河边的人怎样过冬，冷得很，也暖得很，读完想去看看那条河。'
    for (const bookId of [loser, border])
      await c.api.recommendation.create({ title: '边城', authors: ['沈从文'], reason, bookId })
    const before = await Promise.all([countsOf(loser), countsOf(border)])
    const drafts = await Promise.all([one.book.inspect({ id: loser }), one.book.inspect({ id: border })])
    const many = Array.from({ length: 20 }, () => d.api.reaction.like({ ...atLoser, on: true }))
    const [merged] = await Promise.all([
      one.book.merge({ loserId: loser, winnerId: border }),
      ...many.map((one) => one.catch(() => null)),
    ])
    await areCountsRight()
    const now = await countsOf(border)
    assert.deepEqual(
      [now.countSave, now.countComments, now.countRated, now.sumRated],
      [before[1].countSave + 1, before[1].countComments + 2, 2, 16],
    )
    assert.ok([2, 3].includes(now.likes - before[1].likes + 1), String(now.likes))
    for (const page of ['', '/read']) {
      const answer = await fetch(`${url}/book/${loser}${page}`, { redirect: 'manual' })
      assert.deepEqual([answer.status, answer.headers.get('location')], [301, `/book/${border}${page}`])
    }
    assert.equal((await visitor.book.show({ id: loser })).id, border)
    assert.equal((await visitor.book.show({ id: border })).isbn13, '9787020002207')
    assert.ok(!(await finds('茶峒旧事', loser)))
    assert.equal((await visitor.comment.list(atWinner)).list.find(({ id }) => id === first)?.countReplies, 1)
    const listMine = async () =>
      (await c.api.recommendation.list()).list.map(({ bookId, status }) => [bookId, status]).sort()
    assert.deepEqual(await listMine(), [
      [border, 'pending'],
      [border, 'withdrawn'],
    ])
    await failureOf(testUser.reaction.like({ ...atLoser, on: true }), 'missing')
    // Likes, ratings and comments added after the merge of two books must still be valid when the merge is undone.
    await b.api.reaction.rate({ ...atWinner, score: 10 })
    await testUser.comment.create({ ...atWinner, content: '来晚了。', parentId: first })
    await two.audit.undo({ id: merged.auditId })
    await failureOf(two.audit.undo({ id: merged.auditId }), 'conflict')
    await areCountsRight()
    assert.deepEqual(
      (await listMine()).map(([, status]) => status),
      ['pending', 'pending'],
    )
    const [loserCounts, survivorCounts] = [await countsOf(loser), await countsOf(border)]
    assert.deepEqual(
      [loserCounts.countSave, loserCounts.countComments, loserCounts.countRated, loserCounts.sumRated],
      [1, 3, 1, 9],
    )
    assert.deepEqual(
      [survivorCounts.countSave, survivorCounts.countRated, survivorCounts.sumRated],
      [before[1].countSave, 2, 14],
    )
    assert.equal((await one.book.inspect({ id: loser })).version, drafts[0].version)
    assert.equal((await one.book.inspect({ id: border })).version, drafts[1].version)
    assert.equal((await fetch(`${url}/book/${loser}`)).status, 200)
    assert.ok(await finds('茶峒旧事', loser))
  })

  await t.test(
    'loading the catalogue does not restore merged or removed books, and of two opposite merges one succeeds',
    async () => {
      const [loser, third] = [await idOf('长河'), await idOf('湘行散记')]
      const total = (await visitor.book.list()).total
      const tries = await Promise.allSettled([
        one.book.merge({ loserId: loser, winnerId: border }),
        two.book.merge({ loserId: border, winnerId: loser }),
      ])
      assert.deepEqual(tries.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
      const winner = (await visitor.book.show({ id: loser })).id
      await one.book.merge({ loserId: winner, winnerId: third })
      // After two merges in a row, the ids of both merged books lead to the surviving book.
      for (const id of [loser, border]) assert.equal((await visitor.book.show({ id })).id, third)
      await reloadCatalog(db)
      assert.equal((await visitor.book.list()).total, total - 2)
      await areCountsRight()
    },
  )
})
