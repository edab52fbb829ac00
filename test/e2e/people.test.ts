import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestSite } from '../test-site.ts'
import { startBrowser } from './browser.ts'
import { findBookId } from '../find-book-id.ts'
import { requireAccessibleInBothThemes } from './require-accessible.ts'
import { listOverflowing } from './require-fit.ts'
import { tellStory } from './tell-story.ts'

test('an editor manages people', async (t) => {
  const site = await startTestSite(t)
  const visit = await startBrowser(site.url, 'none')
  const { api, token } = await site.newEditor('老编辑')
  const idOf = async (name: string) =>
    (await site.db.selectFrom('person').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id

  const name = '手机上的人'

  await t.test('an editor adds a person by keyboard and removes it', () =>
    tellStory(visit, { token, expected: [/400/] }, async ({ page, open }) => {
      await open('/admin/person')
      await page.getByRole('list', { name: '人物' }).getByRole('link').first().waitFor()
      await page.keyboard.press('n')
      await page.waitForURL('**/admin/person/new')
      await page.getByLabel('名字', { exact: true }).fill(name)
      await page.getByLabel('生年', { exact: true }).fill('1900')
      await page.getByLabel('生年是约数').press('Space')
      await page.getByRole('button', { name: '添加名字' }).press('Enter')
      await page.getByLabel('第 1 个名字', { exact: true }).fill('沈岳焕')
      await page.getByRole('region', { name: '可能是同一个人' }).getByRole('link', { name: '沈从文' }).waitFor()
      await page.getByRole('combobox', { name: '添加地方' }).fill('fenghuang')
      await page.getByRole('option', { name: /凤凰/ }).first().waitFor()
      await page.keyboard.press('Enter')
      await page.getByLabel('凤凰：起年').fill('1900')
      await page.getByLabel('卒年', { exact: true }).fill('1800')
      await requireAccessibleInBothThemes(page, '.admin')
      assert.deepEqual(await listOverflowing(page), [])
      await page.keyboard.press('Control+Enter')
      await page.getByText('生年不能晚于卒年').first().waitFor()
      assert.equal(await page.getByLabel('第 1 个名字', { exact: true }).inputValue(), '沈岳焕')
      await page.getByLabel('卒年', { exact: true }).fill('1980')
      await page.keyboard.press('Control+Enter')
      await page.getByRole('status').getByText(`加了「${name}」`).waitFor()
      const shown = await site.visitor.person.show({ id: await idOf(name) })
      assert.deepEqual([shown.born, shown.places[0]?.name], [{ year: 1900, circa: true }, '凤凰'])
      await page.getByRole('link', { name: '看人物页' }).press('Enter')
      await page.getByRole('heading', { name, level: 1 }).waitFor()
      await page.getByRole('link', { name: '编辑', exact: true }).press('Enter')
      await page.getByRole('button', { name: '移除这位人物' }).click()
      await page.getByRole('button', { name: '移除', exact: true }).click()
      await page.getByRole('status').getByText(`移除了「${name}」`).waitFor()
    }),
  )

  await t.test('an editor sees a concurrent change of a person and loses no input', async () => {
    const id = await idOf('杨绛')
    await tellStory(visit, { token, expected: [/409/] }, async ({ page, open }) => {
      await open(`/admin/person/${id}`)
      await page.getByLabel('籍贯').fill('手机的籍贯')
      const { version, person } = await api.person.inspect({ id })
      await api.person.update({ id, version, person: { ...person, desc: '手机上改过的介绍。' } })
      await page.getByRole('button', { name: /^保存/ }).click()
      await page
        .getByRole('alert')
        .getByText(/换成了新的：介绍/)
        .waitFor()
      assert.equal(await page.getByLabel('籍贯').inputValue(), '手机的籍贯')
      await page.getByRole('button', { name: /^保存/ }).click()
      await page.getByRole('status').getByText('「杨绛」已保存').waitFor()
    })
    const { ancestral, desc } = await site.visitor.person.show({ id })
    assert.deepEqual([ancestral, desc], ['手机的籍贯', '手机上改过的介绍。'])
  })

  await t.test('an editor merges people both ways and undoes it', async () => {
    const winner = await idOf('沈从文')
    const { id: loser } = await api.person.create({
      person: { name: '从文先生（手机）', names: [{ name: '沈岳焕', kind: 'birth' }] },
    })
    await tellStory(visit, { token }, async ({ page, open }) => {
      await open('/admin/person')
      await page.getByRole('searchbox').fill('从文先生')
      await page.keyboard.press('Enter')
      await page.getByRole('link', { name: new RegExp('^从文先生（手机') }).press('Enter')
      await page.getByRole('combobox', { name: '留下哪一位' }).fill('沈从文')
      await page.getByRole('option', { name: /^沈从文/ }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: '合并', exact: true }).press('Enter')
      await page.getByRole('status').getByText('「从文先生（手机）」并到了「沈从文」').waitFor()
      assert.equal((await site.visitor.person.show({ id: loser })).id, winner)
      await page.getByRole('button', { name: /^撤销/ }).press('Enter')
      await page.getByRole('status').getByText('撤销了').waitFor()
      await open(`/admin/person/${winner}`)
      await page
        .getByRole('region', { name: '可能是同一个人' })
        .getByRole('listitem')
        .filter({ hasText: '从文先生（手机）' })
        .getByRole('button', { name: '合并过来' })
        .click()
      await page.getByRole('button', { name: '合并', exact: true }).click()
      await page.getByRole('status').getByText('「从文先生（手机）」并到了「沈从文」').waitFor()
    })
    assert.equal((await site.visitor.person.show({ id: loser })).id, winner)
  })

  await t.test(`the form of a book says whose name an author's is`, async () => {
    const unique = '同名的人（手机）'
    await api.person.create({ person: { name: unique, names: [{ name: '沈岳焕', kind: 'pen' }] } })
    await tellStory(visit, { token }, async ({ page, open }) => {
      await open(`/admin/book/${await findBookId(site.db, '边城')}`)
      await page.getByLabel('作者', { exact: true }).fill('沈岳焕、从来没有的人')
      await page.getByText('还没有叫「从来没有的人」的人物').waitFor()
      await page.getByRole('button', { name: new RegExp(`^改成${unique}`) }).press('Enter')
      assert.equal(await page.getByLabel('作者', { exact: true }).inputValue(), `${unique}、从来没有的人`)
      await requireAccessibleInBothThemes(page, '.decision-form')
    })
  })
})
