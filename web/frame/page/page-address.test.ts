import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missingId } from '#shared/id.ts'
import { buildBundle } from '#server/pages/rendering/build-bundle.ts'
import { loadBundle } from '#server/pages/rendering/bundle.ts'

const id = '01a202e7-413f-7486-b71f-f199cfcd44c8'
const tags = (...names: string[]) => String(new URLSearchParams(names.map((name) => ['tag', name])))

/** Maps the URL of each tested request to the canonical path and query of its page. */
const addresses: Record<string, string> = {
  '/': '/',
  '/book/': '/book',
  '//book': '/book',
  '/?utm_source=x&fbclid=1': '/',
  '/book?sort=hot&free=0&limit=3': '/book',
  '/book?sort=loud': '/book',
  '/book?sort=new&sort=score': '/book?sort=new',
  '/book?tag=b&tag=a&tag=b&tag=': '/book?tag=a&tag=b',
  [`/book?${tags(...'jihgfedcba')}`]: `/book?${tags(...'abcdefgh')}`,
  [`/book?${tags('长'.repeat(31))}`]: '/book',
  '/book?tag=a&free=1': '/book?tag=a&free=1',
  '/book?cursor=%00': '/book?cursor=x',
  '/book?cursor=': '/book',
  '/book/freeBook?format=pdf&length=huge&sort=short': '/book/freeBook?sort=short',
  '/video?sort=new&free=1': '/video?sort=new',
  '/?mark=zz': '/',
  '/?mark=zz.zz': `/?mark=${missingId}.${missingId}`,
  '/map?tour=zz': `/map?tour=${missingId}`,
  [`/?place=${id}&tag=a`]: `/?tag=a&place=${id}`,
  [`/book/${id}?tag=a`]: `/book/${id}`,
  [`/book/${id.toUpperCase()}`]: `/book/${missingId}`,
  '/book/read/read': `/book/${missingId}/read`,
  '/admin/book/new': '/admin/book/new',
  '/admin/book/newer': `/admin/book/${missingId}`,
  '/nothing': '/404',
  '/a/b/c?x=1': '/404',
  '/Book': '/404',
  '/%62ook': '/404',
  '/book//freeBook': '/404',
  '//evil.example/x': '/404',
  '//[': '/404',
  '/user/unsubscribe/done': '/user/unsubscribe/done',
  '/user/unsubscribe/x': '/404',
}

test('all URLs of a page have one canonical address', async (t) => {
  const { readAddress } = await loadBundle(await buildBundle(() => undefined))
  for (const [url, address] of Object.entries(addresses))
    await t.test(url, async () => {
      assert.equal((await readAddress(url)).address, address)
      assert.equal((await readAddress(address)).address, address)
    })

  await t.test('all URLs of missing items share one address', async () => {
    const missing = async (url: string) => readAddress(url, () => true)
    assert.deepEqual(await missing(`/book/${id}`), { address: `/book/${missingId}`, named: [], needsRedirect: false })
    assert.deepEqual(await missing(`/?place=${id}`), {
      address: `/?place=${missingId}`,
      named: [],
      needsRedirect: false,
    })
    assert.deepEqual(await missing('/book?tag=x&sort=new'), {
      address: '/book?sort=new',
      named: [],
      needsRedirect: true,
    })
    assert.deepEqual((await readAddress(`/book?tag=x&cursor=WzFd`)).named, [
      { kind: 'tag', value: 'x' },
      { kind: 'cursor', value: 'WzFd' },
    ])
  })
})
