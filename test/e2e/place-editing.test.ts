import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestSite } from '../test-site.ts'
import { startBrowser } from './browser.ts'
import { failedLoad } from './every-route.ts'
import { requireAccessibleInBothThemes } from './require-accessible.ts'
import { listOverflowing } from './require-fit.ts'
import { tellStory } from './tell-story.ts'

test('an editor manages places', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url, 'none')
  const { api, token } = await site.newEditor('老编辑')
  const rowOf = async (name: string) =>
    (await api.place.adminList({ query: name })).list.find((one) => one.name === name)

  const name = '鹿回头'

  await t.test('adds a place by keyboard, changes it beside another editor and undoes it', () =>
    tellStory(visit, { token, expected: [failedLoad] }, async ({ page, open }) => {
      await open('/admin/place')
      await page.getByRole('list', { name: '地方' }).getByRole('button').first().waitFor()
      await page.keyboard.press('n')
      const dialog = page.getByRole('dialog', { name: '添加地方' })
      await dialog.getByLabel('名字', { exact: true }).fill(name)
      await dialog.getByLabel('旧称').fill('鹿岭、鹿台')
      await dialog.getByRole('combobox', { name: `${name}在哪里` }).selectOption('海南')
      await dialog.getByLabel('纬度').fill('18.2')
      await dialog.getByLabel('纬度').press('Enter')
      await dialog.getByText('请填数字', { exact: true }).waitFor()
      await dialog.getByLabel('经度').fill('109.5')
      await requireAccessibleInBothThemes(page, 'dialog')
      assert.deepEqual(await listOverflowing(page), [])
      await dialog.getByLabel('经度').press('Enter')
      await page.getByRole('status').getByText(`加了「${name}」`).waitFor()

      const row = (await rowOf(name)) ?? assert.fail()
      assert.deepEqual([row.lng, row.names.length], [109.5, 2])
      const mixed = [
        { name: `${name}的旧称`, kind: 'old' as const },
        { name: 'Deer', kind: 'foreign' as const },
        { name: '鹿岭', kind: 'old' as const },
      ]
      const { id, lng, lat } = row
      const region = { country: 'CN', province: '海南' } as const
      await page.getByLabel('任何一个名字的一部分，或编号').fill('鹿岭')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: new RegExp(name) }).press('Enter')
      const editing = page.getByRole('dialog', { name: `「${name}」` })
      await editing.getByLabel('纬度').fill('18.3')
      await api.place.update({ id, version: row.version, name, lng, lat, region, names: mixed })
      await editing.getByRole('button', { name: '保存' }).click()
      await editing.getByRole('alert').getByText('换成了新的：旧称、外文名').waitFor()
      assert.equal(await editing.getByLabel('纬度').inputValue(), '18.3')
      await editing.getByRole('button', { name: '保存' }).click()
      await page.getByRole('status').getByText(`「${name}」已保存`).waitFor()
      const changed = await rowOf(name)
      assert.deepEqual([changed?.lat, changed?.names], [18.3, mixed])
      await page.getByRole('button', { name: /^撤销/ }).press('Enter')
      await page.getByRole('status').getByText('撤销了').waitFor()
      assert.equal((await rowOf(name))?.lat, 18.2)
    }),
  )
})
