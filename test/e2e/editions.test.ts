import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright'
import { findBookId } from '../find-book-id.ts'
import { plainPicture } from '../plain-picture.ts'
import { startTestSite } from '../test-site.ts'
import { bothScreens, startBrowser } from './browser.ts'
import { failedLoad } from './every-route.ts'
import { requireAccessibleInBothThemes } from './require-accessible.ts'
import { listOverflowing } from './require-fit.ts'
import { tellStory } from './tell-story.ts'

test('the editions of a book', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url, 'none')
  const visitWithPictures = await startBrowser(site.url)
  const { api, token } = await site.newEditor('老编辑')
  const id = await findBookId(site.db, '边城')
  const { book, version } = await api.book.inspect({ id })
  const editions = [
    {
      translators: ['戴乃迭', '杨宪益'],
      title: 'The Border Town',
      publisher: '译林出版社',
      year: 2009,
      language: 'en',
    },
    { illustrators: ['黄永玉'], isbn13: '9787020002207', pages: 198, source: '国家图书馆书目' },
    ...[1982, 1985, 1991, 2018].map((year) => ({
      publisher: '外文出版社',
      year,
      language: 'fr',
      translatedFrom: 'en',
    })),
  ]
  await api.book.update({ id, version, book: { ...book, editions } })

  for (const screen of bothScreens)
    await t.test(`the page lists them with the people they credit, on a ${screen}`, () =>
      visit({ screen }, async ({ page, open }) => {
        await open(`/book/${id}`)
        const section = page.getByRole('region', { name: /^版本/ })
        await section.getByText('6 个，第一个是主要版本').waitFor()
        await section.getByText('译林出版社，2009 年').waitFor()
        await section.getByText('ISBN 9787020002207').waitFor()
        await requireAccessibleInBothThemes(page, '.editions')
        assert.equal(await section.getByText('译自英语').filter({ visible: true }).count(), 2)
        await section.getByText('另外 2 个版本').press('Enter')
        assert.equal(await section.getByText('译自英语').filter({ visible: true }).count(), 4)
        assert.deepEqual(await listOverflowing(page), [])
        const [translator] = (await site.visitor.book.show({ id })).editions[0]?.translators ?? []
        await section.getByRole('link', { name: '戴乃迭' }).press('Enter')
        await page.waitForURL(`**/person/${translator?.personId}`)
        await page.getByRole('heading', { name: '戴乃迭', level: 1 }).waitFor()
      }),
    )

  await t.test('search engines read the work and its editions apart', async () => {
    const { authorIds, editions } = await site.visitor.book.show({ id })
    const html = await (await fetch(`${site.url}/book/${id}`)).text()
    const json = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? ''
    const data = JSON.parse(json) as Record<string, unknown> & { workExample: Record<string, unknown>[] }
    assert.equal(data['datePublished'], String(book.publishedYear))
    const shen = `http://books.test/person/${authorIds[0]}`
    assert.deepEqual(data['author'], [{ '@type': 'Person', '@id': shen, url: shen, name: '沈从文' }])
    assert.equal(data['isbn'], undefined)
    const ids = (places: unknown) => (places as { '@id': string }[] | undefined)?.map((place) => place['@id']) ?? []
    const { places } = await site.visitor.book.show({ id })
    const written = places
      .filter(({ kind }) => kind === 'written')
      .map((place) => `http://books.test/place/${place.id}`)
    assert.ok(written.length > 0 && places.some(({ kind }) => kind === 'author'))
    assert.deepEqual(ids(data['locationCreated']), written)
    assert.deepEqual(
      ids(data['contentLocation']),
      places
        .filter(({ kind }) => kind === 'setting' || kind === 'subject')
        .map((place) => `http://books.test/place/${place.id}`),
    )
    assert.match(String(data['temporalCoverage']), /^\d{4}\/\d{4}$/)
    const [first, second] = data.workExample
    const credits = editions[0]?.translators.map(({ name, personId }) => ({
      '@type': 'Person',
      '@id': `http://books.test/person/${personId}`,
      url: `http://books.test/person/${personId}`,
      name,
    }))
    assert.deepEqual(first?.['translator'], credits)
    assert.deepEqual(
      [first?.['datePublished'], first?.['bookEdition'], first?.['inLanguage']],
      ['2009', '译林出版社 2009', 'en'],
    )
    assert.equal(second?.['isbn'], '9787020002207')
  })

  const other = await findBookId(site.db, '呐喊')
  await t.test('an editor adds, corrects and reorders editions by keyboard', () =>
    tellStory(visit, { token, expected: [failedLoad] }, async ({ page, open }) => {
      await open(`/admin/book/${other}`)
      const edition = (n: number) => page.getByRole('group', { name: `第 ${n} 个版本` })
      const before = (await api.book.inspect({ id: other })).book.editions.length
      const [first, second] = [edition(before + 1), edition(before + 2)]
      await page.getByRole('button', { name: '添加版本' }).press('Enter')
      await page.keyboard.press('Control+Enter')
      await first.getByText('至少填一项，或者移除这个版本').waitFor()
      await first.getByLabel('出版社').fill('开明书店')
      await first.getByLabel('出版年').fill('一九四三')
      await first.getByText('请填数字').waitFor()
      await first.getByLabel('出版年').fill('1943')
      await page.getByRole('button', { name: '添加版本' }).press('Enter')
      await second.getByLabel('译者').fill('戴乃迭、杨宪益')
      await second.getByLabel('ISBN').fill('9787020002208')
      await page.keyboard.press('Control+Enter')
      await second.locator('[aria-invalid]').waitFor()
      assert.equal(await first.locator('[aria-invalid]').count(), 0)
      await second.getByLabel('ISBN').fill('9787020002207')
      await page.keyboard.press('Control+Enter')
      await second.getByText('已经有一个版本用了这个 ISBN').waitFor()
      await requireAccessibleInBothThemes(page, '.edition-forms')
      await second.getByLabel('ISBN').fill('')
      await page.keyboard.press('Alt+ArrowUp')
      assert.equal(await first.getByLabel('译者').inputValue(), '戴乃迭、杨宪益')
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), `editions.${before}.isbn13`)
      await page.keyboard.press('Control+Enter')
      await page.getByRole('status').getByText('已保存').waitFor()
      const { editions } = await site.visitor.book.show({ id: other })
      assert.deepEqual(
        editions.slice(before).map(({ translators, year }) => [translators.length, year]),
        [
          [2, null],
          [0, 1943],
        ],
      )
    }),
  )

  await t.test('an editor uploads the cover of an edition', () =>
    tellStory(visitWithPictures, { token }, async ({ page, open }) => {
      await open(`/admin/book/${other}`)
      const { editions: before } = await site.visitor.book.show({ id: other })
      const edition = page.getByRole('group', { name: `第 ${before.length + 1} 个版本` })
      await page.getByRole('button', { name: '添加版本' }).press('Enter')
      const field = edition.getByLabel('这个版本的封面（可不传）')
      await field.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
      await edition.getByText('只能用 JPEG、PNG 或 WebP 图片').waitFor()
      const picture = { name: 'cover.png', mimeType: 'image/png', buffer: await plainPicture(300, 450) }
      await field.setInputFiles(picture)
      await edition.getByLabel('出版社').fill('上传时填的')
      await requireLoaded(page, edition.getByRole('img', { name: '你传的封面' }))
      await requireAccessibleInBothThemes(page, '.edition-forms')
      assert.deepEqual(await listOverflowing(page), [])
      await page.keyboard.press('Control+Enter')
      await page.getByRole('status').getByText('已保存').waitFor()
      const added = (await site.visitor.book.show({ id: other })).editions.at(-1)
      assert.equal(added?.publisher, '上传时填的')
      await open(`/book/${other}`)
      const section = page.getByRole('region', { name: /^版本/ })
      const shown = section.locator(`img[src*="${added?.cover}"]`)
      await shown.scrollIntoViewIfNeeded()
      await requireLoaded(page, shown)
      await requireAccessibleInBothThemes(page, '.editions')
      assert.deepEqual(await listOverflowing(page), [])
    }),
  )

  await t.test('an editor sees a concurrent change of an edition and loses no input', () =>
    tellStory(visit, { token, expected: [/409/] }, async ({ page, open }) => {
      await open(`/admin/book/${id}`)
      const first = page.getByRole('group', { name: '第 1 个版本' })
      const pages = '188'
      await page.getByText('第 1 个版本（主要版本）').press('Enter')
      await first.getByLabel('页数').fill(pages)
      const { version, book } = await api.book.inspect({ id })
      const [main, ...others] = book.editions
      const editions = [{ ...main, publisher: '手机出版社', pages: 99 }, ...others, { publisher: '又一家' }]
      await api.book.update({ id, version, book: { ...book, editions } })
      await page.getByRole('button', { name: /^保存/ }).click()
      await page
        .getByRole('alert')
        .getByText(/换成了新的：第 1 个版本的出版社、新添的版本。.*第 1 个版本的页数（那边写的是「99」）/)
        .waitFor()
      assert.equal(await first.getByLabel('页数').inputValue(), pages)
      assert.equal(await first.getByLabel('出版社').inputValue(), '手机出版社')
      await page.getByRole('button', { name: /^保存/ }).click()
      await page.getByRole('status').getByText('已保存').waitFor()
    }),
  )

  await t.test('an editor splits, moves and merges editions and undoes each', () =>
    tellStory(visit, { token, expected: [failedLoad] }, async ({ page, open }) => {
      const before = (await site.visitor.book.show({ id })).editions
      const undo = async () => {
        await page.getByRole('button', { name: /^撤销/ }).press('Enter')
        await page.getByRole('status').getByText('撤销了').waitFor()
        assert.deepEqual((await site.visitor.book.show({ id })).editions, before)
      }
      const row = page.getByRole('region', { name: '整理版本' }).getByRole('listitem').nth(1)
      await open(`/admin/book/${id}`)
      await page.getByText('第 1 个版本（主要版本）').press('Enter')
      await page.getByRole('group', { name: '第 1 个版本' }).getByLabel('出版社').fill('还没保存的出版社')
      assert.ok(await row.getByRole('button', { name: /^拆成一本书/ }).isDisabled())
      await open(`/admin/book/${id}`)
      await page.getByRole('button', { name: '放弃' }).press('Enter')
      await row.getByRole('button', { name: /^拆成一本书/ }).press('Enter')
      await page.getByRole('button', { name: '拆出来' }).press('Enter')
      await page.getByRole('status').getByText('拆成了一本书').waitFor()
      assert.equal((await site.visitor.book.show({ id })).editions.length, before.length - 1)
      await undo()
      await page.waitForURL(`**/admin/book/${id}`)
      await row.getByRole('button', { name: /^移到另一本书/ }).press('Enter')
      await page.getByRole('combobox', { name: '移到哪一本' }).fill('呐喊')
      await page.getByRole('option', { name: /呐喊/ }).first().waitFor()
      await requireAccessibleInBothThemes(page, '.admin-page')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: '移过去' }).press('Enter')
      await page.getByRole('status').getByText('移到了《呐喊》').waitFor()
      await undo()
      // The URL changes before the page does. The page of the other book also has editions, so the test waits for the
      // heading of 《边城》.
      await page.getByRole('heading', { name: '《边城》', level: 1 }).waitFor()
      await row.getByRole('button', { name: /^合并到另一个版本/ }).press('Enter')
      await page.getByLabel('留下哪一个').selectOption({ index: 0 })
      await page.getByRole('button', { name: '合并', exact: true }).press('Enter')
      await page.getByRole('status').getByText('合并了').waitFor()
      assert.equal((await site.visitor.book.show({ id })).editions[0]?.isbn13, '9787020002207')
      await undo()
    }),
  )
})

/** Waits until a picture is loaded and has a size. */
async function requireLoaded(page: Page, picture: Locator) {
  await page.waitForFunction(
    (image) => image instanceof HTMLImageElement && image.naturalWidth > 0,
    await picture.elementHandle(),
  )
}
