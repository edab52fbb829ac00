import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findBookId } from '../find-book-id.ts'
import { forgetRelations } from '../forget-relations.ts'
import { startTestSite } from '../test-site.ts'
import { startBrowser } from './browser.ts'
import { requireAccessible, requireAccessibleInBothThemes } from './require-accessible.ts'
import { requireFit } from './require-fit.ts'
import { tellStory } from './tell-story.ts'

const sentence = '沈从文把边城的渡口又写了一遍，这一次水涨到了门口。'

test('relations between books', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url, 'none')
  const { token } = await site.newEditor('老编辑')
  const river = await findBookId(site.db, '长河')
  await forgetRelations(site.db, [river])

  await t.test('an editor adds, changes and removes one by keyboard', () =>
    tellStory(visit, { token, expected: [/400/] }, async ({ page, open }) => {
      await open(`/admin/book/${river}`)
      await page.getByRole('combobox', { name: '和哪一本相连' }).fill('边城')
      await page.getByRole('option', { name: /边城/ }).first().waitFor()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: '和《边城》相连' })
      await dialog.getByLabel('关系').selectOption({ label: '《长河》续写《边城》' })
      await dialog.getByLabel('用一句话说明').fill('短')
      await dialog.getByRole('button', { name: '保存' }).press('Enter')
      await dialog.getByText('至少 8 个字').first().waitFor()
      await requireAccessible(page, 'dialog')
      await dialog.getByLabel('用一句话说明').fill(sentence)
      await dialog.getByRole('button', { name: '保存' }).press('Enter')
      await page.getByRole('status').getByText('《长河》和《边城》连上了').waitFor()
      await page.getByRole('button', { name: '改：续写《边城》' }).press('Enter')
      await dialog.getByLabel('关系').selectOption({ label: '《边城》引用《长河》' })
      await dialog.getByRole('button', { name: '保存' }).press('Enter')
      await page.getByRole('button', { name: '移除：被引用《边城》' }).press('Enter')
      await page.getByRole('dialog').getByRole('button', { name: '移除' }).press('Enter')
      await page.getByRole('status').getByText('《长河》和《边城》不再相连').waitFor()
      await page.getByRole('button', { name: /^撤销/ }).press('Enter')
      await page.getByRole('button', { name: '移除：被引用《边城》' }).waitFor()
      await page.getByRole('button', { name: '移除：被引用《边城》' }).click()
      await page.getByRole('dialog').getByRole('button', { name: '移除' }).click()
      await page.getByRole('status').getByText('不再相连').waitFor()
    }),
  )

  await t.test('what inspired a book, and a book about an author, are named as such', async () => {
    const otherId = await findBookId(site.db, '呐喊')
    const { api } = await site.newEditor('编辑丙')
    for (const kind of ['inspiredBy', 'aboutAuthor'] as const)
      await api.relation.create({ relation: { fromBookId: river, toBookId: otherId, kind, sentence } })
    await visit({ token }, async ({ page, open }) => {
      const words = async (id: string) => {
        await open(`/book/${id}`)
        return (await page.getByRole('region', { name: '相连的书' }).innerText()).replace(/\s+/g, '')
      }
      assert.match(await words(river), /受启发于《呐喊》.*写到作者《呐喊》/)
      const section = page.getByRole('region', { name: '相连的书' })
      await open(`/book/${otherId}`)
      const rest = section.getByText(/另外 \d+ 本/)
      if (await rest.isVisible()) await rest.click()
      assert.match((await section.innerText()).replace(/\s+/g, ''), /启发了《长河》/)
      await open(`/admin/book/${otherId}`)
      await page.getByRole('button', { name: '改：作者见于《长河》' }).click()
      const choice = page.getByRole('dialog').getByLabel('关系')
      assert.equal(await choice.locator('option:checked').innerText(), '《长河》写到《呐喊》的作者')
    })
    await forgetRelations(site.db, [river])
  })

  await t.test('both pages show the relation in words, with and without scripts', async () => {
    const toBookId = await findBookId(site.db, '边城')
    const { api } = await site.newEditor('新编辑')
    await api.relation.create({ relation: { fromBookId: river, toBookId, kind: 'continues', sentence } })
    await visit({ hasScript: false }, async ({ page, open }) => {
      await open(`/book/${toBookId}`)
      const section = page.getByRole('region', { name: '相连的书' })
      assert.match(await section.innerText(), /被续写\s*《长河》/)
      await section.getByRole('link', { name: '《长河》' }).click()
      await page.getByRole('region', { name: '相连的书' }).getByText(sentence).waitFor()
    })
    await visit({}, async ({ page, open }) => {
      await open(`/book/${river}`)
      await page.getByRole('region', { name: '相连的书' }).waitFor()
      await requireAccessibleInBothThemes(page)
      await requireFit(page)
    })
  })
})
