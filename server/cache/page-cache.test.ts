import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PageCache, toCachedAnswer } from './page-cache.ts'

const answer = (body: string) => toCachedAnswer({ status: 200, headers: { 'content-type': 'text/html' }, body })

function keep(cache: PageCache, key: string, ...topics: string[]) {
  cache.keep(key, answer(key), new Set(topics), cache.begin())
}

test('a change drops the pages made from it and no others', () => {
  const cache = new PageCache(1e6)
  keep(cache, '/book/a', 'book:a')
  keep(cache, '/book/b', 'book:b')
  keep(cache, '/book', 'books', 'book:a')
  cache.drop(['book:a'])
  assert.equal(cache.find('/book/a'), undefined)
  assert.equal(cache.find('/book'), undefined)
  assert.ok(cache.find('/book/b'))
})

test('a page under way while its topic changes is not kept', () => {
  const cache = new PageCache(1e6)
  const begun = cache.begin()
  cache.drop(['books'])
  cache.keep('/book', answer('old'), new Set(['books']), begun)
  assert.equal(cache.find('/book'), undefined)
  cache.keep('/tags', answer('other'), new Set(['tags']), begun)
  assert.ok(cache.find('/tags'))
})

test('nothing is stored or found while changes cannot be heard, and what was stored before is stale', () => {
  const cache = new PageCache(1e6)
  keep(cache, '/book', 'books')
  const begun = cache.begin()
  cache.setDeaf(true)
  assert.equal(cache.find('/book'), undefined)
  assert.ok(cache.findStale('/book'))
  keep(cache, '/book/new', 'books')
  cache.setDeaf(false)
  assert.equal(cache.find('/book/new'), undefined)
  assert.equal(cache.find('/book'), undefined)
  cache.keep('/book', answer('old'), new Set(['books']), begun)
  assert.equal(cache.find('/book'), undefined)
})

test('the cache keeps to its size', () => {
  const cache = new PageCache(50_000)
  for (let n = 0; n < 200; n++) keep(cache, `/book?cursor=${n}`, 'books', `book:${n}`)
  assert.ok(cache.size > 1 && cache.size < 25)
  cache.drop(['books'])
  assert.equal(cache.size, 0)
})

test('however much changes, what was not made from it stays; of what is under way nothing is kept', () => {
  const cache = new PageCache(1e6)
  keep(cache, '/tags', 'tags')
  const begun = cache.begin()
  cache.drop(Array.from({ length: 10_001 }, (_, n) => `book:${n}`))
  assert.ok(cache.find('/tags'))
  cache.keep('/book/1', answer('old'), new Set(['book:1']), begun)
  assert.equal(cache.find('/book/1'), undefined)
  keep(cache, '/book/1', 'book:1')
  assert.ok(cache.find('/book/1'))
})

test('invented addresses do not displace what is asked for more often', () => {
  const cache = new PageCache(50_000)
  const ask = (key: string) => {
    cache.note(key)
    const isHit = cache.find(key) !== undefined
    if (!isHit) keep(cache, key, 'books')
    return isHit
  }
  const popular = Array.from({ length: 4 }, (_, n) => `/book?tag=${n}`)
  for (let round = 0; round < 10; round++) for (const key of popular) ask(key)
  for (let n = 0; n < 500; n++) for (let times = 0; times < 3; times++) ask(`/book?tag=${n}&tag=x`)
  assert.deepEqual(popular.map(ask), [true, true, true, true])
  // Pages that become popular take the room of pages that no longer are.
  const later = Array.from({ length: 100 }, () => ask('/book?tag=later'))
  assert.ok(later.at(-1))
})

test('a change removes stale answers too', () => {
  const cache = new PageCache(1e6)
  keep(cache, '/book', 'books')
  cache.setDeaf(true)
  cache.setDeaf(false)
  assert.ok(cache.findStale('/book'))
  cache.drop(['books'])
  assert.equal(cache.findStale('/book'), undefined)
})
