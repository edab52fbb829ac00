import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ProviderCache } from './provider-cache.ts'

test('the size limit of the cache of map answers includes their headers', async () => {
  const cache = new ProviderCache(50_000)
  const sent: string[] = []
  const find = (key: string) =>
    cache.find(key, {
      send: (conditions) => {
        assert.deepEqual(conditions, {})
        sent.push(key)
        const headers = { 'cache-control': 'max-age=600', 'x-note': 'n'.repeat(30_000) }
        return Promise.resolve({ status: 200, headers, body: Buffer.from('tile') })
      },
      toContent: ({ body }) => Promise.resolve({ type: 'image/png', body, isGzipped: false }),
      defaultSeconds: 600,
    })
  for (const key of ['a', 'a', 'b', 'a']) await find(key)
  assert.deepEqual(sent, ['a', 'b', 'a'])
})
