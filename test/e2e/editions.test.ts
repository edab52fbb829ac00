import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findBookId } from '../find-book-id.ts'
import { startTestSite } from '../test-site.ts'
import { bothScreens, startBrowser } from './browser.ts'
import { requireAccessibleInBothThemes } from './require-accessible.ts'
import { listOverflowing } from './require-fit.ts'

test('the editions of a book', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url, 'none')
  const { api } = await site.newEditor('老编辑')
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
    assert.deepEqual(data['author'], [
      { '@type': 'Person', name: '沈从文', url: `http://books.test/person/${authorIds[0]}` },
    ])
    assert.equal(data['isbn'], undefined)
    const [first, second] = data.workExample
    const credits = editions[0]?.translators.map(({ name, personId }) => ({
      '@type': 'Person',
      name,
      url: `http://books.test/person/${personId}`,
    }))
    assert.deepEqual(first?.['translator'], credits)
    assert.deepEqual(
      [first?.['datePublished'], first?.['bookEdition'], first?.['inLanguage']],
      ['2009', '译林出版社 2009', 'en'],
    )
    assert.equal(second?.['isbn'], '9787020002207')
  })
})
