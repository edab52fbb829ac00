import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { startTestSite } from '../../../test/test-site.ts'

test('the site can be installed as an app: its pages name the manifest, and each icon has the stated size', async (t) => {
  const { url, visitor } = await startTestSite(t)
  const page = await (await fetch(`${url}/book`)).text()
  assert.match(page, /<link rel="manifest" href="\/manifest\.webmanifest"\/>/)
  const answer = await fetch(`${url}/manifest.webmanifest`)
  assert.match(answer.headers.get('content-type') ?? '', /^application\/manifest\+json/)
  const manifest = (await answer.json()) as {
    short_name: string
    icons: { src: string; sizes: string }[]
    shortcuts: { name: string; url: string }[]
    share_target: { action: string; method: string; params: Record<string, string> }
  }
  assert.equal(manifest.short_name, (await visitor.site.show()).name)
  const expected = [...manifest.icons, { src: '/apple-touch-icon.png', sizes: '180x180' }]
  assert.equal(expected.length, 4)
  for (const { src, sizes } of expected) {
    const icon = Buffer.from(await (await fetch(url + src)).arrayBuffer())
    const { format, width, height } = await sharp(icon).metadata()
    assert.deepEqual([format, `${width}x${height}`], ['png', sizes], src)
  }
  assert.equal((await fetch(`${url}/favicon.ico`)).status, 200)
  for (const shortcut of manifest.shortcuts) assert.equal((await fetch(url + shortcut.url)).status, 200, shortcut.name)
  const { action, method, params } = manifest.share_target
  assert.deepEqual([method, Object.keys(params)], ['GET', ['title', 'text', 'url']])
  const shared = new URLSearchParams({ title: '<script>', text: '字'.repeat(500), url: 'javascript:0' })
  assert.equal((await fetch(`${url}${action}?${shared}`)).status, 200)
})
