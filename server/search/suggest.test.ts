import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Highlighted } from '#shared/api/search/search.ts'
import { failureOf, startTestSite } from '../../test/test-site.ts'

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
      found.authors.map(({ name, countBooks }) => [bracketed(name), countBooks]),
      [['[鲁迅]', 5]],
    )
    const [place] = (await visitor.search.suggest({ query: '绍兴' })).places
    assert.equal(place && bracketed(place.name), '[绍兴]')
    assert.equal(place?.region, '浙江')
    assert.ok((place?.countBooks ?? 0) > 1)
    const [tag] = (await visitor.search.suggest({ query: 'wuxia' })).tags
    assert.equal(tag && bracketed(tag.name), '[武侠]')
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

  await t.test('respect the limit and are empty for an empty query', async () => {
    assert.equal((await visitor.search.suggest({ query: '的', limit: 3 })).books.length, 3)
    for (const query of ['', ' ', '。', "'", '\\', '%', '😀']) {
      const { books, authors, tags, places } = await visitor.search.suggest({ query })
      assert.deepEqual([books, authors, tags, places], [[], [], [], []], query)
    }
  })

  await t.test('refuse a query or limit that is too large', async () => {
    await failureOf(visitor.search.suggest({ query: '长'.repeat(101) }), 'invalid')
    await failureOf(visitor.search.suggest({ query: '书', limit: 21 }), 'invalid')
  })
})
