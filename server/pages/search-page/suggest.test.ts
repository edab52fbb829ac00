import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Highlighted } from '#shared/api/search/search.ts'
import { failureOf, startTestSite } from '../../../test/test-site.ts'

/** Returns a text in which the highlighted parts are enclosed in brackets. */
function bracketed({ text, marks }: Highlighted): string {
  return marks
    .toReversed()
    .reduce((shown, [start, end]) => `${shown.slice(0, start)}[${shown.slice(start, end)}]${shown.slice(end)}`, text)
}

test('suggestions', async (t) => {
  const { visitor } = await startTestSite(t)
  const titles = async (query: string) =>
    (await visitor.search.suggest({ query })).books.map(({ title }) => bracketed(title))

  await t.test('are grouped by kind and contain coordinates for the map', async () => {
    const found = await visitor.search.suggest({ query: '鲁迅 nahan' })
    const [first] = found.books
    assert.equal(first && bracketed(first.title), '[呐喊]')
    assert.equal(first && bracketed(first.authors), '[鲁迅]')
    assert.ok(first?.pin && Math.abs(first.pin.lat) <= 90)
    assert.deepEqual(
      found.people.map(({ name, variant, countBooks }) => [bracketed(name), variant, countBooks]),
      [['[鲁迅]', null, 6]],
    )
    const [place] = (await visitor.search.suggest({ query: '绍兴' })).places
    assert.equal(place && bracketed(place.name), '[绍兴]')
    assert.equal(place?.region, '浙江')
    assert.ok((place?.countBooks ?? 0) > 1)
    const [tag] = (await visitor.search.suggest({ query: 'wuxia' })).tags
    assert.equal(tag && bracketed(tag.name), '[武侠]')
  })

  await t.test('find people and places by every form of their names, and despite typos in Latin letters', async () => {
    for (const query of ['加西亚·马尔克斯', '马尔克斯', '馬奎斯', 'García Márquez', 'Garcia Marqez']) {
      const [person] = (await visitor.search.suggest({ query })).people
      assert.equal(person?.name.text, '加夫列尔·加西亚·马尔克斯', query)
    }
    assert.match((await visitor.search.suggest({ query: 'Dostoevski' })).people[0]?.name.text ?? '', /陀思妥耶夫斯基$/)
    assert.equal((await visitor.search.suggest({ query: 'Leningrd' })).places[0]?.name.text, '圣彼得堡')
  })

  await t.test('find people by misspelled names, but no tag that only sounds like the query', async () => {
    const misspelled = {
      'Virginia Wolf': '弗吉尼亚·伍尔夫',
      鲁讯: '鲁迅',
      老社: '老舍',
      李百: '李白',
      borhes: '博尔赫斯',
    }
    for (const [query, name] of Object.entries(misspelled)) {
      const [person] = (await visitor.search.suggest({ query })).people
      assert.ok(person?.name.text.endsWith(name), query)
      const [first] = (await visitor.connect.name({ query })).list
      assert.ok(first?.name.endsWith(name), query)
    }
    assert.deepEqual((await visitor.search.suggest({ query: '史记' })).tags, [])
  })

  await t.test('mark the matching characters of the original text for any typed script', async () => {
    assert.equal((await titles('紅樓'))[0], '[红楼]梦')
    assert.equal((await titles('honglou'))[0], '[红楼]梦')
    assert.equal(
      (await titles('lm')).find((title) => title.startsWith('红')),
      '红[楼梦]',
    )
    assert.equal((await titles('哈利波特'))[0], '[哈利·波特]与魔法石')
  })

  await t.test('name the further name by which a person or place was found', async () => {
    const shown = ({ name, variant }: { name: Highlighted; variant: Highlighted | null }) => [
      bracketed(name),
      variant && bracketed(variant),
    ]
    const person = async (query: string) => {
      const [first] = (await visitor.search.suggest({ query })).people
      return first ? shown(first) : []
    }
    assert.deepEqual(await person('周树人'), ['鲁迅', '[周树人]'])
    assert.deepEqual(await person('zsr'), ['鲁迅', '[周树人]'])
    assert.deepEqual(await person('garcia marquez'), ['加夫列尔·加西亚·马尔克斯', 'Gabriel [García] [Márquez]'])
    assert.deepEqual(await person('子美'), ['杜甫', '[子美]'])
    assert.deepEqual(await person('马尔克斯'), ['加夫列尔·加西亚·[马尔克斯]', null])
    const [place] = (await visitor.search.suggest({ query: '长安' })).places
    assert.deepEqual(place && shown(place), ['西安', '[长安]'])
  })

  await t.test('name what a book was found by, unless its title or author shows it', async () => {
    const shown = async (query: string) =>
      (await visitor.search.suggest({ query })).books.map(({ title, foundBy }) => [
        bracketed(title),
        foundBy && bracketed(foundBy),
      ])
    const byTranslator = await shown('周克希')
    assert.ok(byTranslator.length > 1 && byTranslator.every(([, foundBy]) => foundBy === '[周克希]'))
    assert.deepEqual((await shown('追忆 周克希'))[0], ['[追忆]似水年华', '[周克希]'])
    assert.deepEqual((await shown('周树人'))[0]?.[1], '[周树人]')
    for (const query of ['呐喊', '鲁迅', 'nahan']) assert.deepEqual((await shown(query))[0]?.[1], null, query)
  })

  await t.test('find a short further name by the whole name only', async () => {
    const people = async (query: string) =>
      (await visitor.search.suggest({ query, limit: 20 })).people.map(({ name }) => name.text)
    assert.equal((await people('子瞻')).includes('苏轼'), true)
    for (const part of ['子', '瞻', '子瞻词']) assert.equal((await people(part)).includes('苏轼'), false, part)
    const isFound = async (query: string) =>
      (await visitor.search.books({ query, limit: 50 })).list.some(({ book }) => book.authors.includes('苏轼'))
    assert.deepEqual([await isFound('子瞻'), await isFound('瞻')], [true, false])
  })

  await t.test('respect the limit and are empty for an empty query', async () => {
    assert.equal((await visitor.search.suggest({ query: '的', limit: 3 })).books.length, 3)
    for (const query of ['', ' ', '。', "'", '\\', '%', '😀']) {
      const { books, people, tags, places } = await visitor.search.suggest({ query })
      assert.deepEqual([books, people, tags, places], [[], [], [], []], query)
    }
  })

  await t.test('refuse a query or limit that is too large', async () => {
    await failureOf(visitor.search.suggest({ query: '长'.repeat(101) }), 'invalid')
    await failureOf(visitor.search.suggest({ query: '书', limit: 21 }), 'invalid')
  })
})
