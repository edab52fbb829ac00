import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findBookId } from '../find-book-id.ts'
import { startTestSite } from '../test-site.ts'
import { bothScreens, startBrowser } from './browser.ts'
import { requireAccessibleInBothThemes } from './require-accessible.ts'
import { requireFit } from './require-fit.ts'

test('the page of a person', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url, 'none')
  const bookId = await findBookId(site.db, '边城')
  const { authorIds, authors } = await site.visitor.book.show({ id: bookId })
  const [id, name = ''] = [authorIds[0], authors[0]]
  assert.ok(id)
  const { places } = await site.visitor.person.show({ id })
  const [stay] = places
  assert.ok(stay)

  for (const screen of bothScreens) {
    await t.test(`is reached from a card by mouse, is accessible and fits, on a ${screen}`, () =>
      visit({ screen }, async ({ page, open }) => {
        await open(`/book?q=${name}`)
        await page.locator('.found-authors').getByRole('link', { name, exact: true }).first().click()
        await page.waitForURL(`${site.url}/person/${id}`)
        await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
        await requireAccessibleInBothThemes(page)
        await requireFit(page)
      }),
    )

    await t.test(`leads from a book to a place of the life and back, without JavaScript, on a ${screen}`, () =>
      visit({ screen, hasScript: false }, async ({ page, open }) => {
        await open(`/book/${bookId}`)
        await page.locator('.book-authors').getByRole('link', { name, exact: true }).click()
        await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
        await page.locator(`main a[href="/place/${stay.placeId}"]`).first().click()
        await page.getByRole('heading', { level: 1, name: stay.name, exact: true }).waitFor()
        await page.locator(`main a[href="/person/${id}"]`).first().click()
        await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
      }),
    )
  }

  await t.test('lists eight people who lived in the same places at once, and the others at a press', () =>
    visit({ hasScript: false }, async ({ page, open }) => {
      await open(`/person/${id}`)
      const section = page.getByRole('region', { name: '同时同地' })
      assert.equal(await section.getByRole('listitem').count(), 8)
      await section.getByText(/^另外 \d+ 人$/).click()
      const { contemporaries } = await site.visitor.person.show({ id })
      assert.equal(await section.getByRole('listitem').count(), contemporaries.length)
    }),
  )

  await t.test(
    'does not repeat the name under books of the person alone, but names the translator’s authors',
    async () => {
      const bylinesOf = async (personId: string) => {
        const html = await (await fetch(`${site.url}/person/${personId}`)).text()
        return html.match(/<p class="book-card-authors[^>]*>.*?<\/p>/g) ?? []
      }
      const own = await bylinesOf(id)
      assert.ok(own.length > 0)
      for (const byline of own) assert.doesNotMatch(byline, new RegExp(`>${name}<`))
      const { personId } = await site.db
        .selectFrom('editionPerson')
        .select('personId')
        .where('role', '=', 'translator')
        .executeTakeFirstOrThrow()
      assert.match((await bylinesOf(personId)).join(''), /href="\/person\//)
    },
  )

  await t.test('explains the line of a life only to people who lived in several places', async () => {
    const findPerson = async (areSeveral: boolean) => {
      const { id } = await site.db
        .selectFrom('personPlace')
        .select('personId as id')
        .groupBy('personId')
        .having((eb) => eb.fn.countAll(), '>', 1)
        .having((eb) => eb.fn.count('placeId').distinct(), areSeveral ? '>' : '=', 1)
        .executeTakeFirstOrThrow()
      return id
    }
    for (const areSeveral of [true, false]) {
      const html = await (await fetch(`${site.url}/person/${await findPerson(areSeveral)}`)).text()
      assert.equal(html.includes('>先后</span>'), areSeveral)
    }
  })

  await t.test('leads by keyboard to a book of the person', () =>
    visit({}, async ({ page, open }) => {
      await open(`/person/${id}`)
      await page.locator('.book-card-title', { hasText: '边城' }).first().focus()
      await page.keyboard.press('Enter')
      await page.waitForURL(`${site.url}/book/${bookId}`)
      await page.getByRole('heading', { level: 1, name: '边城', exact: true }).waitFor()
    }),
  )
})
