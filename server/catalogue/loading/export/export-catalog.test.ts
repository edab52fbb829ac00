import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { openUnfilledDatabase } from '../../../../test/catalog-copy.ts'
import { hashCovers, readCatalogTables } from '../../../../test/compare-catalogs.ts'
import { plainPicture } from '../../../../test/plain-picture.ts'
import { sendUpload } from '../../../../test/send-upload.ts'
import { startTestSite, type TestSite } from '../../../../test/test-site.ts'
import { DraftEdition } from '#shared/api/book/edition.ts'
import { pictureFile, pictureSizes } from '#shared/picture.ts'
import type { Api } from '#shared/contract/client.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { createLocalStorage } from '#server/platform/storage/local-storage.ts'
import { loadCatalog } from '#server/catalogue/loading/load-catalog.ts'
import { readCatalog } from '#server/catalogue/loading/read-catalog.ts'
import { exportCatalog } from './export-catalog.ts'

/** An edition with a value in each of its fields. */
const fullEdition = {
  isbn13: '9787020002207',
  title: '另一个书名',
  translators: ['某译者'],
  editors: ['某编者'],
  illustrators: ['某画家'],
  translatedFrom: 'fr',
  publisher: '某出版社',
  year: 1999,
  pages: 300,
  language: 'zh-Hant',
  source: '版权页',
}

test('the export of a site, loaded into an empty site, gives the same catalogue', async (t) => {
  const site = await startTestSite(t)
  const { db, storage } = site
  const folder = await mkdtemp(join(tmpdir(), 'zhitu-export-'))
  t.after(() => rm(folder, { recursive: true }))
  const editor = await site.newEditor('甲编')
  const { api } = editor
  await editCatalog(site, api)
  const [first, second] = [join(folder, 'first'), join(folder, 'second')]

  const counts = await exportCatalog(site, first)
  const { problems } = await readCatalog(first)
  assert.deepEqual(problems, [])
  const copy = { db: await openUnfilledDatabase(t), storage: createLocalStorage(join(folder, 'files'), db) }
  await loadCatalog(copy.db, first, '知图', { storage: copy.storage })

  await t.test('every table of the catalogue and every cover is the same', async () => {
    const [tables, tablesOfCopy] = [await readCatalogTables(db), await readCatalogTables(copy.db)]
    for (const [table, rows] of Object.entries(tables)) assert.deepEqual(tablesOfCopy[table], rows, table)
    for (const table of ['edition', 'video_tag', 'video_place', 'redirect']) assert.ok(tables[table]?.length, table)
    const covers = await hashCovers(db, storage)
    assert.equal(Object.keys(covers).length, 3)
    assert.deepEqual(await hashCovers(copy.db, copy.storage), covers)
    for (const order of ['create_time desc, id desc', 'title, id'])
      assert.deepEqual(await listBooks(copy.db, order), await listBooks(db, order))
  })

  await t.test('the export of the copy has the same files', async () => {
    assert.deepEqual(await exportCatalog(copy, second), counts)
    const [files, filesOfCopy] = await Promise.all([listFiles(first), listFiles(second)])
    assert.deepEqual(filesOfCopy, files)
    for (const file of files)
      assert.ok((await readFile(join(second, file))).equals(await readFile(join(first, file))), file)
    assert.deepEqual((await readdir(folder)).sort(), ['files', 'first', 'second'])
  })

  await t.test('JSON Lines have every field, and nothing names the editor', async () => {
    const text = await readFile(join(first, 'jsonl/books.jsonl'), 'utf8')
    const lines = text.trim().split('\n')
    assert.equal(lines.length, counts.books)
    const entries = lines.map((line) => JSON.parse(line) as { title: string; editions?: object[] })
    assert.ok(entries.some(({ title }) => title === '边城'))
    const exported = entries.flatMap(({ editions }) => editions ?? []).find((edition) => 'cover' in edition)
    assert.deepEqual(Object.keys(exported ?? {}).sort(), Object.keys(DraftEdition.shape).sort())
    for (const ofEditor of ['甲编', editor.user.id]) assert.ok(!text.includes(ofEditor))
  })
})

test('an export that fails leaves no files and can be repeated', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'zhitu-export-'))
  t.after(() => rm(folder, { recursive: true }))
  const db = await openUnfilledDatabase(t)
  const storage = createLocalStorage(join(folder, 'files'), db)
  const target = join(folder, 'export')
  const cover = 'cover/0190b5a0-0000-7000-8000-000000000001/00000000000000000000000000000000'
  await sql`insert into video (id, title, source, cover) values (gen_random_uuid(), '视频', 'https://a.test/b.mp4', ${cover})`.execute(
    db,
  )
  const withError = (code: string) => ({
    ...storage,
    get: () => Promise.reject(Object.assign(new Error(code), { code })),
  })

  await assert.rejects(exportCatalog({ db, storage: withError('ENOSPC') }, target), /磁盘满了/)
  await assert.rejects(exportCatalog({ db, storage: withError('EACCES') }, target), /没有权限/)
  const stopped = AbortSignal.abort()
  await assert.rejects(exportCatalog({ db, storage }, target, stopped), /中断/)
  assert.deepEqual(await readdir(folder), [])

  const { videos, missingCovers } = await exportCatalog({ db, storage }, target)
  assert.deepEqual([videos, missingCovers], [1, 1])
  assert.deepEqual(await readdir(folder), ['export'])
  await assert.rejects(exportCatalog({ db, storage }, target), /不是空的/)
  await assert.rejects(exportCatalog({ db, storage }, join(target, 'tags.yaml')), /不是文件夹/)
  await assert.rejects(exportCatalog({ db, storage }, join(target, 'tags.yaml/more')), /不是文件夹/)
  await mkdir(join(folder, 'empty'))
  await exportCatalog({ db, storage }, join(folder, 'empty'))

  await writeFile(
    join(target, 'videos/00002.yaml'),
    '- { id: 0190b5a0-0000-7000-8000-000000000002, title: 视频, source: "javascript:1", cover: none, tags: [没有], places: {} }\n',
  )
  await writeFile(join(target, 'redirects/00001.yaml'), '- { noun: book, from: a, to: b }\n')
  const { problems } = await readCatalog(target)
  assert.match(problems.join('\n'), /不是能播放的网址/)
  assert.match(problems.join('\n'), /redirects\/00001.yaml：book a 指向的 b 不在书目里/)
})

test('loaded into its own site, an export changes nothing and returns no removed video', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'zhitu-export-'))
  t.after(() => rm(folder, { recursive: true }))
  const db = await openUnfilledDatabase(t)
  const storage = createLocalStorage(join(folder, 'files'), db)
  const [bookId, personId, videoId, removedId] = [newId(), newId(), newId(), newId()]
  await db
    .insertInto('book')
    .values({ id: bookId, title: '一本书', authors: ['某人'], desc: '' })
    .execute()
  await db.insertInto('person').values({ id: personId, name: '某人' }).execute()
  await db.insertInto('bookAuthor').values({ bookId, position: 1, personId }).execute()
  const video = { title: '视频', source: 'https://a.test/b.mp4' }
  await db
    .insertInto('video')
    .values([videoId, removedId].map((id) => ({ id, ...video })))
    .execute()
  const target = join(folder, 'export')
  await exportCatalog({ db, storage }, target)
  await db.deleteFrom('video').where('id', '=', removedId).execute()
  await db
    .insertInto('audit')
    .values({ id: newId(), action: 'video.remove', targetType: 'video', targetId: removedId, detail: '{}' })
    .execute()
  await db.updateTable('video').set({ title: '改过的' }).where('id', '=', videoId).execute()
  const before = await readCatalogTables(db)
  await loadCatalog(db, target, '知图', { storage })
  assert.deepEqual(await readCatalogTables(db), before)
})

/** Changes the catalogue of a site in all ways that an export must be able to express. */
async function editCatalog({ db, storage, url }: TestSite, api: Api) {
  const idOf = async (table: 'book' | 'person' | 'tag' | 'place', name: string) =>
    (
      await db
        .selectFrom(table)
        .select('id')
        .where(sql.ref(table === 'book' ? 'title' : 'name'), '=', name)
        .executeTakeFirstOrThrow()
    ).id
  const upload = async (background: string) => {
    const permit = await api.auth.cosSign({ kind: 'cover' })
    await sendUpload(url, permit, await plainPicture(600, 900, 'png', background))
    return permit.key
  }
  const { book } = await api.book.inspect({ id: await idOf('book', '边城') })
  const created = await api.book.create({
    book: {
      ...book,
      title: '编辑加的书: "引号"与- 连字符',
      authors: ['新作者', '佚名'],
      publishedYear: -100,
      desc: `${'长'.repeat(900)}：# 不是注释`,
      tags: book.tags.slice(0, 1),
      cover: await upload('#123456'),
      editions: [fullEdition, { pages: 12 }],
    },
  })
  const [place] = book.places
  assert.ok(place)
  const edition = { cover: `cover/${newId()}/${'e'.repeat(32)}` }
  for (const width of pictureSizes.cover)
    await storage.put(pictureFile(edition.cover, width), await plainPicture(width, width, 'webp', '#abcdef'))
  await db.updateTable('edition').set(edition).where('bookId', '=', created.id).where('pages', '=', 300).execute()
  const { version, book: split } = await api.book.inspect({ id: created.id })
  // The split creates a second book with the same title and author.
  await api.edition.split({ id: split.editions[1]?.id ?? '', bookId: created.id, version })
  await api.video.create({
    title: '渡船',
    source: 'https://www.bilibili.com/video/BV1xx411c7mD/?p=2',
    cover: await upload('#654321'),
    tags: book.tags.slice(0, 2),
    places: [place],
  })
  await mergeAndRename({ db, api, idOf })
}

interface Renaming {
  db: Db
  api: Api
  idOf: (table: 'book' | 'person' | 'tag' | 'place', name: string) => Promise<string>
}

/**
 * Makes redirects of every kind, a person's life in an unusual order, and a stop of a tour that lies near its place.
 */
async function mergeAndRename({ db, api, idOf }: Renaming) {
  const [winnerId, loserId] = [await idOf('book', '边城'), await idOf('book', '长河')]
  await api.book.merge({ winnerId, loserId })
  const { rows: free } = await sql<{ id: string }>`
    select id from book where catalog_key is not null and id not in (
      select book_id from tour_stop where book_id is not null union select book_id from route_book
      union select book_id from book_file union select from_book_id from book_relation union select to_book_id from book_relation
    ) order by id limit 1`.execute(db)
  await api.book.remove({ id: free[0]?.id ?? '' })
  const shen = await idOf('person', '沈从文')
  const { version, person } = await api.person.inspect({ id: shen })
  const places = person.places.toReversed().map((station) => ({ ...station, from: null }))
  const names = person.names.toReversed()
  assert.ok(new Set(names.map(({ kind }) => kind)).size > 1)
  await api.person.update({ id: shen, version, person: { ...person, name: '沈从文（改名）', names, places } })
  const tag = (await api.tag.adminList()).list.find(({ name }) => name === '湘西')
  assert.ok(tag)
  await api.tag.update({ ...tag, name: '大湘西' })
  const fenghuang = (await api.place.adminList({ query: '凤凰' })).list.find(({ name }) => name === '凤凰')
  assert.ok(fenghuang)
  const mixed = (['other', 'old', 'foreign'] as const).map((kind) => ({ name: `凤凰${kind}`, kind }))
  await api.place.update({ ...fenghuang, region: { country: 'CN', province: '湖南' }, names: mixed })
  await api.place.merge({ winnerId: await idOf('place', '凤凰'), loserId: await idOf('place', '茶峒') })
  const [stop] = await db.selectFrom('tourStop').select('placeId').where('placeId', 'is not', null).limit(1).execute()
  await db
    .updateTable('place')
    .set({ lng: sql`lng + 0.01` })
    .where('id', '=', stop?.placeId ?? '')
    .execute()
  const [tour] = await db.selectFrom('tour').select('id').orderBy('position', 'desc').limit(1).execute()
  await api.tour.remove({ id: tour?.id ?? '' })
  const relation = {
    fromBookId: winnerId,
    toBookId: await idOf('book', '呐喊'),
    sentence: '两本书写同一个时候的两处水乡。',
  }
  for (const kind of ['answers', 'quotes', 'mentions', 'inspiredBy', 'aboutAuthor'] as const)
    await api.relation.create({ relation: { ...relation, kind } })
}

async function listFiles(directory: string): Promise<string[]> {
  const names = await readdir(directory, { recursive: true })
  return names.filter((name) => name.includes('.')).sort()
}

async function listBooks(db: Db, order: string) {
  return (await sql`select id, title from book order by ${sql.raw(order)}`.execute(db)).rows
}
