import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PageCache, toCachedAnswer } from './page-cache.ts'

const answer = (body: string) => toCachedAnswer({ status: 200, headers: { 'content-type': 'text/html' }, body }, 'br')

function store(cache: PageCache, key: string, ...topics: string[]) {
  cache.store(key, answer(key), new Set(topics), cache.start())
}

test('an invalidation removes the pages that depend on the topic and no others', () => {
  const cache = new PageCache(1e6)
  store(cache, '/book/a', 'book:a')
  store(cache, '/book/b', 'book:b')
  store(cache, '/book', 'books', 'book:a')
  cache.invalidate(['book:a'])
  assert.equal(cache.find('/book/a'), undefined)
  assert.equal(cache.find('/book'), undefined)
  assert.ok(cache.find('/book/b'))
})

test('a page that is computed while its topic is invalidated is not stored', () => {
  const cache = new PageCache(1e6)
  const startedAt = cache.start()
  cache.invalidate(['books'])
  cache.store('/book', answer('old'), new Set(['books']), startedAt)
  assert.equal(cache.find('/book'), undefined)
  cache.store('/tags', answer('other'), new Set(['tags']), startedAt)
  assert.ok(cache.find('/tags'))
})

test('while disconnected nothing is stored or found, and stored answers are stale', () => {
  const cache = new PageCache(1e6)
  store(cache, '/book', 'books')
  const startedAt = cache.start()
  cache.setDisconnected(true)
  assert.equal(cache.find('/book'), undefined)
  assert.ok(cache.findStale('/book'))
  store(cache, '/book/new', 'books')
  cache.setDisconnected(false)
  assert.equal(cache.find('/book/new'), undefined)
  assert.equal(cache.find('/book'), undefined)
  cache.store('/book', answer('old'), new Set(['books']), startedAt)
  assert.equal(cache.find('/book'), undefined)
})

test('the cache respects its size limit', () => {
  const cache = new PageCache(50_000)
  for (let n = 0; n < 200; n++) store(cache, `/book?cursor=${n}`, 'books', `book:${n}`)
  assert.ok(cache.size > 1 && cache.size < 25)
  cache.invalidate(['books'])
  assert.equal(cache.size, 0)
})

test('many invalidations retain independent pages and prevent storing pages being computed', () => {
  const cache = new PageCache(1e6)
  store(cache, '/tags', 'tags')
  const startedAt = cache.start()
  cache.invalidate(Array.from({ length: 10_001 }, (_, n) => `book:${n}`))
  assert.ok(cache.find('/tags'))
  cache.store('/book/1', answer('old'), new Set(['book:1']), startedAt)
  assert.equal(cache.find('/book/1'), undefined)
  store(cache, '/book/1', 'book:1')
  assert.ok(cache.find('/book/1'))
})

test('invented addresses do not displace pages that are requested more often', () => {
  const cache = new PageCache(50_000)
  const ask = (key: string) => {
    cache.recordRequest(key)
    const isHit = cache.find(key) !== undefined
    if (!isHit) store(cache, key, 'books')
    return isHit
  }
  const popular = Array.from({ length: 4 }, (_, n) => `/book?tag=${n}`)
  for (let round = 0; round < 10; round++) for (const key of popular) ask(key)
  for (let n = 0; n < 500; n++) for (let times = 0; times < 3; times++) ask(`/book?tag=${n}&tag=x`)
  assert.deepEqual(popular.map(ask), [true, true, true, true])
  // A page that has become popular displaces cached pages that are requested less often.
  const { evictions } = cache
  const later = Array.from({ length: 100 }, () => ask('/book?tag=later'))
  assert.ok(later.at(-1))
  assert.ok(cache.evictions > evictions)
  const displaced = cache.evictions
  cache.invalidate(['books'])
  assert.equal(cache.evictions, displaced)
})

test('a soft invalidation leaves an answer for outages, and a later invalidation deletes it', () => {
  const cache = new PageCache(1e6)
  store(cache, '/book/a', 'card:a', 'book:a')
  store(cache, '/book/b', 'book:b')
  cache.softInvalidate(['card:a'])
  assert.equal(cache.find('/book/a'), undefined)
  assert.ok(cache.findStale('/book/a'))
  assert.ok(cache.find('/book/b'))
  cache.invalidate(['book:a'])
  assert.equal(cache.findStale('/book/a'), undefined)
})

test('a page that is computed during a soft invalidation is stored as stale, and a new one replaces it', () => {
  const cache = new PageCache(1e6)
  const startedAt = cache.start()
  cache.softInvalidate(['card:a'])
  cache.store('/book/a', answer('old'), new Set(['card:a']), startedAt)
  assert.equal(cache.find('/book/a'), undefined)
  assert.ok(cache.findStale('/book/a'))
  store(cache, '/book/a', 'card:a')
  assert.ok(cache.find('/book/a'))
})

test('an invalidation while disconnected and the restored connection both delete stale answers', () => {
  const cache = new PageCache(1e6)
  store(cache, '/book', 'books')
  store(cache, '/tag', 'tags')
  cache.setDisconnected(true)
  cache.invalidate(['books'])
  assert.equal(cache.findStale('/book'), undefined)
  assert.ok(cache.findStale('/tag'))
  cache.setDisconnected(false)
  assert.equal(cache.findStale('/tag'), undefined)
})
