import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTestSite } from '../test-site.ts'
import { bothScreens, startBrowser } from './browser.ts'
import { requireAccessibleInBothThemes } from './require-accessible.ts'
import { requireFit } from './require-fit.ts'

test('the page of a place', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url, 'none')
  const [place] = (await site.visitor.place.list()).list
  assert.ok(place)
  const placeId = place.id
  const books = await site.db.selectFrom('book').select('id').limit(30).execute()
  await site.db
    .insertInto('bookPlace')
    .values(books.map(({ id: bookId }) => ({ bookId, placeId, kind: 'setting' as const })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()

  for (const screen of bothScreens) {
    await t.test(`is accessible and fits, on a ${screen}`, () =>
      visit({ screen }, async ({ page, open }) => {
        await open(`/place/${place.id}`)
        await page.getByRole('heading', { level: 1, name: place.name, exact: true }).waitFor()
        await requireAccessibleInBothThemes(page)
        await requireFit(page)
      }),
    )

    await t.test(`the directory is accessible and fits, on a ${screen}`, () =>
      visit({ screen }, async ({ page, open }) => {
        for (const path of ['/place', '/place?region=湖南']) {
          await open(path)
          await requireAccessibleInBothThemes(page)
          await requireFit(page)
        }
      }),
    )

    await t.test(`leads from a book to all books of a place, without JavaScript, on a ${screen}`, () =>
      visit({ screen, hasScript: false }, async ({ page, open }) => {
        const here = { id: place.id, kind: 'setting', isClosest: true } as const
        const { list, total } = await site.visitor.book.list({ place: here })
        await open(`/book/${list[0]?.id}`)
        await page.locator('.book-places').getByRole('link', { name: place.name, exact: true }).first().click()
        await page.getByRole('heading', { level: 1, name: place.name, exact: true }).waitFor()
        const books = page.getByRole('region', { name: /^故事发生在这里的书/ })
        await books.getByRole('link', { name: /^看全部/ }).click()
        await page.getByRole('link', { name: '下一页' }).click()
        await page.getByText(`第 2 页，共 ${Math.ceil(total / 24)} 页`).waitFor()
        await page.getByRole('link', { name: '回第一页' }).click()
        await page.getByRole('link', { name: '回这处地方' }).click()
        await page.getByRole('heading', { name: '附近的地方' }).waitFor()
      }),
    )
  }

  await t.test('begins with what a tour tells of the place, and shows the neighbours on a map', () =>
    visit({ screen: 'phone', hasScript: false }, async ({ page, open }) => {
      const { id } = await site.visitor.place.named({ name: '西安' })
      const { tours, nearby } = await site.visitor.place.show({ id })
      const introduction = tours.find(({ isIntroduction }) => isIntroduction)
      assert.match(introduction?.text ?? '', /^[^。]*长安/)
      await open(`/place/${id}`)
      const head = page.locator('.place-head')
      await head.getByText(introduction?.text ?? '').waitFor()
      // The texts of the other tours stand with the tours, and none is shown twice.
      for (const { text } of tours) assert.equal(await page.getByText(text).count(), 1, text)
      await page.getByRole('img', { name: '地图：西安和附近的地方' }).waitFor({ state: 'attached' })
      // Only one link of the page leads to the globe, and it names the place.
      const links = page.locator(`a[href="/map?place=${id}"]`)
      assert.deepEqual(await links.allInnerTexts(), ['在地球上看西安'])
      const drawn = await page.request.get(`${site.url}/map/place/${id}/narrow.svg`)
      const names: string[] = (await drawn.text()).match(/(?<=<text[^>]*>)[^<]+/g) ?? []
      assert.ok(names.includes('西安') && names.some((name) => nearby.some((one) => one.name === name)))
      await page
        .getByRole('link', { name: introduction?.title ?? '' })
        .first()
        .click()
      await page.waitForURL(`${site.url}/map?tour=${introduction?.id}`)
    }),
  )

  await t.test('shows each book once, with numbers of books that add up', () =>
    visit({ hasScript: false }, async ({ page, open }) => {
      const { id } = await site.visitor.place.named({ name: '都柏林' })
      await open(`/place/${id}`)
      const titles = await page.locator('.book-card-title').allInnerTexts()
      assert.ok(titles.length > 4)
      assert.equal(new Set(titles).size, titles.length, titles.join())
      const numberOf = async (heading: string) =>
        Number(/\d+/.exec(await page.getByRole('heading', { name: heading }).innerText())?.[0])
      const { countBooks } = await site.visitor.place.show({ id })
      const { rows } = await sql<{ n: number }>`
        select count(distinct book_id) as n from book_place where place_id = ${id}`.execute(site.db)
      assert.equal(await numberOf('故事发生在这里的书'), countBooks)
      const sections = await page.locator('.place-books h2').allInnerTexts()
      const sum = sections.reduce((total, heading) => total + Number(/(\d+) 本/.exec(heading)?.[1]), 0)
      assert.equal(sum, rows[0]?.n, sections.join())
      assert.match(
        (await page.locator('meta[name=description]').getAttribute('content')) ?? '',
        new RegExp(`^写到都柏林的 ${countBooks} 本书`),
      )
    }),
  )

  await t.test('does not promise books about a place that has none, nor a longitude of a pole', () =>
    visit({ hasScript: false }, async ({ page, open }) => {
      const { rows } = await sql<{ id: string }>`
        select place_id as id from book_place group by place_id having bool_and(kind = 'author') limit 1`.execute(
        site.db,
      )
      await open(`/place/${rows[0]?.id}`)
      assert.doesNotMatch(await page.locator('main').innerText(), /0 本/)
      await page.getByRole('heading', { name: /^作者来自这里的书 \d+ 本/ }).waitFor()
      const pole = await site.visitor.place.named({ name: '南极点' })
      await open(`/place/${pole.id}`)
      await page.getByText('南纬 90°', { exact: true }).waitFor()
      assert.doesNotMatch(await page.locator('main').innerText(), /东经/)
    }),
  )

  await t.test('leads by keyboard to a place nearby and to the map', () =>
    visit({}, async ({ page, open }) => {
      await open(`/place/${place.id}`)
      const { nearby } = await site.visitor.place.show({ id: place.id })
      await page.getByRole('link', { name: nearby[0]?.name ?? '', exact: true }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: nearby[0]?.name ?? '', exact: true }).waitFor()
      await page.getByRole('link', { name: `在地球上看${nearby[0]?.name}` }).focus()
      await page.keyboard.press('Enter')
      await page.waitForURL(`${site.url}/map?place=${nearby[0]?.id}`)
      await page.locator('.tour-title', { hasText: nearby[0]?.name ?? '' }).waitFor()
    }),
  )
})
