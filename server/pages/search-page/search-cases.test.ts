import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { v7 as newId } from 'uuid'
import { z } from 'zod'
import type { Api } from '#shared/contract/client.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { startTestSite } from '../../../test/test-site.ts'
import { parseYaml } from '#server/catalogue/loading/yaml-text.ts'
import { linkPeople } from '#server/catalogue/person/link-people.ts'
import { indexBooks } from '#server/search/index/index-books.ts'

/**
 * The format of the test cases: a heading, under which each query is mapped to the expected first result or to several
 * acceptable ones.
 */
const Cases = z.record(z.string(), z.record(z.string(), z.union([z.string(), z.array(z.string())])))
const File = z.strictObject({
  fixture: z.array(z.strictObject({ title: z.string(), authors: z.array(z.string()), isbn13: z.string().optional() })),
  books: Cases,
  people: Cases,
  tags: Cases,
  places: Cases,
  tours: Cases,
})

test('typical queries return the expected result first', async (t) => {
  const file = File.parse(parseYaml(await readFile(join(import.meta.dirname, 'search-cases.yaml'), 'utf8')))
  const { db, visitor } = await startTestSite(t)
  await addBooks(db, file.fixture)
  const kinds = ['books', 'people', 'tags', 'places', 'tours'] as const
  const cases = kinds.flatMap((kind) =>
    Object.entries(file[kind]).flatMap(([group, queries]) =>
      Object.entries(queries).map(([query, expected]) => ({ kind, group, query, expected: [expected].flat() })),
    ),
  )
  const answered: ((typeof cases)[number] & { found: string[] })[] = []
  // The queries run one after another, because a node refuses most of several hundred concurrent requests.
  for (const one of cases) answered.push({ ...one, found: await namesFound(visitor, one) })
  const describe = ({ group, query, expected, found }: (typeof answered)[number]) =>
    `${group}: ${query} → ${found.join('、')}, not ${expected.join('、')}`
  const isFirst = ({ found, expected }: (typeof answered)[number]) => expected.includes(found[0] ?? '')
  const notFirst = answered.filter((one) => !isFirst(one)).map(describe)
  assert.ok(cases.length >= 150, `${cases.length} cases`)
  assert.ok(notFirst.length <= cases.length * 0.03, notFirst.join('\n'))
  assert.deepEqual(
    answered.filter(({ found, expected }) => !found.slice(0, 5).some((name) => expected.includes(name))).map(describe),
    [],
  )
})

type Kind = 'books' | 'people' | 'tags' | 'places' | 'tours'

async function namesFound(visitor: Api, { kind, query }: { kind: Kind; query: string }): Promise<string[]> {
  const { books, people, tags, places, tours } = await visitor.search.suggest({ query })
  if (kind === 'books' || kind === 'tours') return { books, tours }[kind].map(({ title }) => title.text)
  return { people, tags, places }[kind].map(({ name }) => name.text)
}

async function addBooks(db: Db, books: z.infer<typeof File>['fixture']) {
  const rows = books.map((book) => ({ id: newId(), ...book }))
  const ids = rows.map(({ id }) => id)
  await db
    .insertInto('book')
    .values(rows.map(({ id, title, authors }) => ({ id, title, authors, desc: '' })))
    .execute()
  const editions = rows.flatMap(({ id, isbn13 }) => (isbn13 ? [{ id: newId(), bookId: id, position: 0, isbn13 }] : []))
  await db.insertInto('edition').values(editions).execute()
  await db.transaction().execute(async (db) => {
    await linkPeople(db, ids)
    await indexBooks(db, ids)
  })
}
