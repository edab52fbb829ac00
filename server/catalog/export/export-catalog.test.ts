import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openUnfilledDatabase } from '../../../test/catalog-copy.ts'
import { startTestSite } from '../../../test/test-site.ts'
import { DraftEdition } from '#shared/api/book/edition.ts'
import type { Db } from '#server/db/schema.ts'
import { loadCatalog } from '../load-catalog.ts'
import { readCatalog } from '../read-catalog.ts'
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
  const { db, newUser } = await startTestSite(t)
  const folder = await mkdtemp(join(tmpdir(), 'zhitu-export-'))
  t.after(() => rm(folder, { recursive: true }))
  const { api } = await newUser('甲编', ['editor'])
  const { id: like } = await db.selectFrom('book').select('id').where('title', '=', '边城').executeTakeFirstOrThrow()
  const { book } = await api.book.inspect({ id: like })
  await api.book.create({
    book: {
      ...book,
      title: '编辑加的书: "引号"与- 连字符',
      authors: ['新作者', '佚名'],
      publishedYear: -100,
      desc: `${'长'.repeat(900)}：# 不是注释`,
      tags: book.tags.slice(0, 1),
      editions: [fullEdition, { pages: 12 }],
    },
  })

  const [first, second] = [join(folder, 'first'), join(folder, 'second')]
  const counts = await exportCatalog(db, first)
  const { problems } = await readCatalog(first)
  assert.deepEqual(problems, [])
  const copy = await openUnfilledDatabase(t)
  await loadCatalog(copy, first, '知图')
  assert.deepEqual(await exportCatalog(copy, second), counts)
  const [files, filesOfCopy] = await Promise.all([listFiles(first), listFiles(second)])
  assert.deepEqual(filesOfCopy, files)
  for (const file of files)
    assert.equal(await readFile(join(second, file), 'utf8'), await readFile(join(first, file), 'utf8'), file)
  for (const order of ['create_time desc, id desc', 'title, id'])
    assert.deepEqual(await listBooks(copy, order), await listBooks(db, order))

  const lines = (await readFile(join(first, 'jsonl/books.jsonl'), 'utf8')).trim().split('\n')
  assert.equal(lines.length, counts['books'])
  const entries = lines.map((line) => JSON.parse(line) as { title: string; editions?: object[] })
  assert.ok(entries.some(({ title }) => title === '边城'))
  const [exported] = entries.find(({ title }) => title.startsWith('编辑加的书'))?.editions ?? []
  // The cover of an edition is a file of the site and no part of the export.
  const fields = Object.keys(DraftEdition.shape).filter((field) => field !== 'cover')
  assert.deepEqual(Object.keys(exported ?? {}).sort(), fields.sort())
  await assert.rejects(exportCatalog(db, first), /不是空的/)
})

async function listFiles(directory: string): Promise<string[]> {
  const names = await readdir(directory, { recursive: true })
  return names.filter((name) => name.includes('.')).sort()
}

async function listBooks(db: Db, order: string) {
  const { rows } = await sql`
    select id, title, authors, "desc", create_time, free,
      array(select tag.name from book_tag join tag on tag.id = tag_id where book_id = book.id order by 1) as tags,
      array(select person_id from book_author where book_id = book.id order by position) as people
    from book order by ${sql.raw(order)}`.execute(db)
  return rows
}
