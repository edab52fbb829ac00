import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright'
import { v7 as newId } from 'uuid'
import { startTestSite } from '../test-site.ts'
import { bothScreens, startBrowser } from './browser.ts'
import { requireAccessibleInEveryLook } from './require-accessible.ts'
import { requireFit } from './require-fit.ts'

const lines = Array.from({ length: 30 }, (_, at) => `第 ${at + 1} 行：渡船来了又去。`)
const long = lines.join('\n')
const medium = '这一段在宽的窗口里只有几行。'.repeat(18)
const linked = `${lines.slice(0, 20).join('\n')}\n见 https://ok.test/notes`
const spoiler = `结尾是||${'他没有回来。'.repeat(100)}||`

test('long comments are folded', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url, 'none')
  const [book] = (await site.visitor.book.list({ limit: 1 })).list
  const path = `/book/${book?.id}`
  const contents = { long, medium, linked, spoiler, short: '读了三遍' }
  const ids: Record<string, string> = {}
  for (const [name, content] of Object.entries(contents)) {
    const { user } = await site.newUser()
    const id = (ids[name] = newId())
    const row = { id, itemType: 'book' as const, itemId: book?.id ?? '', userId: user.id, content }
    await site.db.insertInto('comment').values(row).execute()
  }
  await site.db
    .updateTable('book')
    .set({ countComments: 5 })
    .where('id', '=', book?.id ?? '')
    .execute()
  const commentOf = (page: { locator(selector: string): Locator }, name: string) =>
    page.locator(`#comment-${ids[name]}`)

  for (const screen of bothScreens) {
    await t.test(`eight lines are visible, and a button shows the others, on a ${screen}`, () =>
      visit({ screen }, async ({ page, open }) => {
        await open(path)
        const comment = commentOf(page, 'long')
        const text = comment.locator('.comment-text')
        assert.equal(await countVisibleLines(text), 8)
        const fade = await text.evaluate((element) => getComputedStyle(element).maskImage)
        assert.match(fade, /gradient/)
        const unfold = comment.getByRole('button', { name: '展开全文' })
        assert.equal(await unfold.getAttribute('aria-expanded'), 'false')
        await unfold.focus()
        await page.keyboard.press('Enter')
        const fold = comment.getByRole('button', { name: '收起' })
        assert.equal(await fold.getAttribute('aria-expanded'), 'true')
        assert.equal(await countVisibleLines(text), 30)
        await page.keyboard.press('Space')
        await unfold.waitFor()
        assert.equal(await countVisibleLines(text), 8)

        const isMediumFolded = screen === 'phone'
        const medium = commentOf(page, 'medium')
        assert.equal(await medium.getByRole('button', { name: '展开全文' }).isVisible(), isMediumFolded)
        assert.equal((await countVisibleLines(medium.locator('.comment-text'))) === 8, isMediumFolded)
        for (const name of ['short', 'spoiler'])
          assert.equal(await commentOf(page, name).getByRole('button', { name: '展开全文' }).count(), 0)
      }),
    )
  }

  await t.test('a search of the browser and a link that gets the focus unfold the comment', () =>
    visit({}, async ({ page, open }) => {
      // A test cannot open the find bar of Chromium. The fragment `:~:text=` in the URL makes Chromium search for the
      // words in the same way and unfold the text that contains them.
      await open(`${path}#:~:text=${encodeURIComponent('第 25 行')}`)
      const text = commentOf(page, 'long').locator('.comment-text')
      await commentOf(page, 'long').getByRole('button', { name: '收起' }).waitFor()
      assert.equal(await countVisibleLines(text), 30)

      assert.equal(await countVisibleLines(commentOf(page, 'linked').locator('.comment-text')), 8)
      await commentOf(page, 'linked').locator('.comment-text a').focus()
      await commentOf(page, 'linked').getByRole('button', { name: '收起' }).waitFor()
    }),
  )

  await t.test('without scripts the whole comment is visible', () =>
    visit({ hasScript: false }, async ({ page, open }) => {
      await open(path)
      const comment = commentOf(page, 'long')
      await comment.getByText('第 30 行').waitFor()
      assert.equal(await comment.locator('.comment-unfold').isVisible(), false)
      assert.equal(await countVisibleLines(comment.locator('.comment-text')), 30)
    }),
  )

  await t.test('folded comments are accessible and fit into the window', () =>
    visit({}, async ({ page, open }) => {
      await open(path)
      await requireAccessibleInEveryLook(page, '.comments')
      await requireFit(page)
    }),
  )
})

function countVisibleLines(text: Locator): Promise<number> {
  return text.evaluate((element) =>
    Math.round(element.getBoundingClientRect().height / parseFloat(getComputedStyle(element).lineHeight)),
  )
}
