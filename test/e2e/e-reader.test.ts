import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { startTestSite } from '../test-site.ts'
import { startBrowser } from './browser.ts'
import { tellStory } from './tell-story.ts'

const foliate = dirname(fileURLToPath(import.meta.resolve('foliate-js/opds.js')))

/** The functions of Foliate's OPDS client that this test calls. */
interface Client {
  isOPDSCatalog(type: string): boolean
  getFeed(doc: Document): Feed
  getOpenSearch(doc: Document): { search(words: Map<null, Map<string, string>>): string }
  getSearch(link: object): Promise<{ search(words: Map<null, Map<string, string>>): string }>
}
interface Feed {
  metadata: { title: string }
  navigation?: { href: string; type: string; title: string }[]
  publications?: Publication[]
  facets: { metadata: { title: string }; links: { title: string }[] }[]
  links: { rel: string | string[]; href: string; type: string; templated?: boolean }[]
}
interface Publication {
  metadata: { title: string; author: { name: string }[] }
  links: { rel: string | string[]; href: string; type: string }[]
  images: { href: string; type: string }[]
}

test('e-readers', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url)
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

  await t.test('Foliate’s OPDS client reads the same content from OPDS 1.2 and 2.0, and searches both', () =>
    visit({}, async ({ page }) => {
      await page.route('**/foliate-js/*', async (route) => {
        const name = basename(new URL(route.request().url()).pathname)
        if (name === 'blank') return route.fulfill({ contentType: 'text/html', body: '<title>读书软件</title>' })
        await route.fulfill({ contentType: 'text/javascript', body: await readFile(join(foliate, name)) })
      })
      await page.goto(`${site.url}/foliate-js/blank`)
      const read = await page.evaluate(async () => {
        const from = '/foliate-js/opds.js'
        const client = (await import(from)) as Client
        const fetchAt = async (href: string) => (await fetch(href.replace('http://books.test', ''))).text()
        const parse = async (href: string) => new DOMParser().parseFromString(await fetchAt(href), 'application/xml')
        const json = async (href: string) => JSON.parse(await fetchAt(href)) as Feed
        const isOf = ({ rel }: { rel: string | string[] }, wanted: string) => [rel].flat().includes(wanted)
        const brief = ({ publications = [], facets = [], metadata }: Partial<Feed>) => ({
          title: metadata?.title,
          facets: facets.map(({ metadata, links }) => [metadata.title, links.map(({ title }) => title)]),
          books: publications.map(({ metadata, links, images }) => ({
            title: metadata.title,
            authors: metadata.author.map(({ name }) => name),
            files: links
              .filter((link) => isOf(link, 'http://opds-spec.org/acquisition/open-access'))
              .map(({ href, type }) => [href, type]),
            images: images.map(({ href, type }) => [href, type]),
          })),
        })
        const words = new Map([[null, new Map([['searchTerms', '诗经']])]])
        const root = client.getFeed(await parse('/opds'))
        const first = root.navigation?.[0]
        const search = root.links.find((link) => isOf(link, 'search'))
        const { search: find } = client.getOpenSearch(await parse(search?.href ?? ''))
        const template = (await json('/opds/v2')).links.find(({ templated }) => templated) ?? {}
        const { search: findJson } = await client.getSearch(template)
        const foundJson: Partial<Feed> = await json(findJson(new Map([[null, new Map([['query', '诗经']])]])))
        return {
          titles: root.navigation?.map(({ title }) => title),
          isCatalog: root.navigation?.every(({ type }) => client.isOPDSCatalog(type)),
          atom: brief(client.getFeed(await parse(first?.href ?? ''))),
          json: brief(await json((first?.href ?? '').replace('/opds', '/opds/v2'))),
          found: brief(client.getFeed(await parse(find(words)))),
          foundJson: brief(foundJson),
        }
      })
      assert.deepEqual(read.titles, ['最新的书', '热门的书', '按标签', '全部的书', '我的书架'])
      assert.equal(read.isCatalog, true)
      assert.equal(read.atom.books.length, 24)
      assert.deepEqual(read.atom, read.json)
      assert.equal(read.found.books[0]?.title, '诗经')
      assert.deepEqual(read.found, read.foundJson)
    }),
  )

  await t.test('an e-reader key is created, changed and removed', async () => {
    const { token } = await site.newUser('翠翠')
    await tellStory(visit, { token }, async ({ page, open }) => {
      await open('/user/userInfo#info')
      const section = page.getByRole('region', { name: '电子阅读器' })
      await section.locator('button:enabled', { hasText: '生成密钥' }).focus()
      await page.keyboard.press('Enter')
      await section.getByText('密钥只显示这一次').waitFor()
      assert.deepEqual((await section.locator('code').allInnerTexts()).slice(0, 2), [
        'http://books.test/opds',
        'http://books.test/kosync',
      ])
      const [, , name = '', password = ''] = await section.locator('code').allInnerTexts()
      const login = async (password: string) => {
        const key = createHash('md5').update(password).digest('hex')
        const headers = { 'x-auth-user': name, 'x-auth-key': key }
        return (await fetch(`${site.url}/kosync/users/auth`, { headers })).status
      }
      assert.equal(await login(password), 200)
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true)

      await press(page, '更换密钥')
      await press(page, '更换')
      await section.locator('code').filter({ hasNotText: password }).nth(3).waitFor()
      const renewed = await section.locator('code').nth(3).innerText()
      assert.deepEqual([await login(password), await login(renewed)], [401, 200])

      await page.reload()
      await section.getByText('已经给过你').waitFor()
      await press(page, '停用密钥')
      await press(page, '停用')
      await section.getByRole('button', { name: '生成密钥' }).waitFor()
      assert.equal(await login(renewed), 401)
    })
  })
})
