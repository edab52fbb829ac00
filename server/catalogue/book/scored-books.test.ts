import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Api } from '#shared/contract/client.ts'
import { findBookId } from '../../../test/find-book-id.ts'
import { startTestSite, type TestSite } from '../../../test/test-site.ts'

const sortsByScore = />评分<\/a>/
const sortsByPopularity = />热门<\/a>/

test('lists offer to sort by score only if one of their books has a score', async (t) => {
  const site = await startTestSite(t)
  const [id, other] = await Promise.all(['边城', '论语'].map((title) => findBookId(site.db, title)))
  assert.ok(id && other)
  const { tags } = await site.visitor.book.show({ id })
  const [first = '', second = ''] = tags.map(({ name }) => name)
  const foreign =
    (await site.visitor.book.show({ id: other })).tags.find(({ name }) => !hasName(tags, name))?.name ?? ''
  const pages = ['', `?tag=${first}`, `?tag=${first}&tag=${second}`]
  const users = await Promise.all([1, 2, 3].map(() => site.newUser()))

  await t.test('nobody has rated', async () => {
    for (const page of [...pages, '?free=1', `?tag=${foreign}`])
      assert.equal(await offersScore(site, page), false, page)
  })

  await t.test('the address of the order still works', async () => {
    assert.equal(await offersScore(site, '?sort=score'), true)
    assert.equal((await site.visitor.book.list({ sort: 'score' })).list.length, 20)
  })

  await t.test('two ratings are too few for a score, a third one is enough at once', async () => {
    for (const { api } of users.slice(1)) await rate(api, id, 8)
    for (const page of pages) assert.equal(await offersScore(site, page), false, page)
    for (const { api } of users.slice(0, 1)) await rate(api, id, 9)
    for (const page of pages) assert.equal(await offersScore(site, page), true, page)
    for (const page of ['?free=1', `?tag=${foreign}`]) assert.equal(await offersScore(site, page), false, page)
    // A score is certain to come from ratings, so only a list with one calls its first order popular.
    for (const [page, isPopular] of [
      ['', true],
      [`?tag=${foreign}`, false],
    ] as const)
      assert.equal(sortsByPopularity.test(await (await fetch(`${site.url}/book${page}`)).text()), isPopular, page)
    assert.equal((await site.visitor.book.list({ person: { id: other } })).hasScores, null)
  })

  await t.test('with a rating that is withdrawn, the score and the order go', async () => {
    for (const { api } of users.slice(0, 1)) await rate(api, id, null)
    for (const page of pages) assert.equal(await offersScore(site, page), false, page)
  })
})

const hasName = (tags: { name: string }[], name: string) => tags.some((tag) => tag.name === name)

const rate = (api: Api, itemId: string, score: number | null) => api.reaction.rate({ itemType: 'book', itemId, score })

async function offersScore({ url }: TestSite, query: string): Promise<boolean> {
  return sortsByScore.test(await (await fetch(`${url}/book${query}`)).text())
}
