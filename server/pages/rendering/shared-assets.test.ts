import assert from 'node:assert/strict'
import { cp, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startTestSite } from '../../../test/test-site.ts'
import { buildBundle } from './build-bundle.ts'
import { loadBundle } from './bundle.ts'

test('two versions behind one proxy serve the scripts and styles of both', async (t) => {
  const bundle = await loadBundle(await buildBundle(() => undefined))
  const [client = ''] = bundle.clientDirectories
  const directory = await mkdtemp(join(tmpdir(), 'zhitu-version-'))
  t.after(() => rm(directory, { recursive: true, force: true }))
  await cp(client, directory, { recursive: true })
  // To simulate another version of the site, the second node serves copies of the scripts and styles under other file
  // names.
  const assets = join(directory, 'assets')
  for (const name of await readdir(assets)) await rename(join(assets, name), join(assets, `other-${name}`))
  const names = (path: string) => readdir(path).then((all) => all.filter((name) => /\.(js|css)$/.test(name)).toSorted())
  const site = await startTestSite(t, {}, { bundle: { ...bundle, clientDirectories: [client] } })
  const second = await site.secondNode({ bundle: { ...bundle, clientDirectories: [directory] } })
  const nodes = [
    { url: site.url, files: await names(join(client, 'assets')) },
    { url: second, files: await names(assets) },
  ]

  await t.test('each node has the files of the other', async () => {
    for (const { url } of nodes)
      for (const name of nodes.flatMap(({ files }) => [files[0], files.find((one) => one.endsWith('.css'))])) {
        const path = `/assets/${name}`
        const found = await fetch(url + path)
        assert.equal(found.status, 200, path)
        assert.equal(found.headers.get('cache-control'), 'public, max-age=31536000, immutable')
        assert.match(found.headers.get('content-type') ?? '', /javascript|text\/css/)
        const plain = await fetch(url + path, { headers: { 'accept-encoding': 'identity' } })
        assert.equal(await found.text(), await plain.text())
      }
  })

  await t.test('unknown names are not found, and files of old versions are deleted', async () => {
    for (const name of ['none.js', '..%2fpackage.json', '%00.js', 'none.css.gz'])
      assert.ok([400, 404].includes((await fetch(`${site.url}/assets/${name}`)).status), name)
    const old = 'old-12345678.js'
    const usedAt = new Date(Date.now() - 31 * 86_400_000)
    await site.db
      .insertInto('asset')
      .values({ name: old, body: Buffer.alloc(1), usedAt })
      .execute()
    await site.secondNode()
    assert.equal((await fetch(`${site.url}/assets/${old}`)).status, 404)
    const stored = await site.db.selectFrom('asset').select('name').execute()
    assert.equal(stored.length, nodes.flatMap(({ files }) => files).length)
  })
})
