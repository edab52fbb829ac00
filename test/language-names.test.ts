import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { readCatalog } from '#server/catalogue/loading/read-catalog.ts'
import { languageName } from '#web/catalogue/book/language-name.ts'

test('every language of the catalogue has a Chinese name', async () => {
  const { catalog } = await readCatalog(resolve(import.meta.dirname, '../catalog'))
  const codes = catalog.books.flatMap(({ originalLanguage, editions }) => [
    originalLanguage ?? 'zh',
    ...editions.flatMap(({ language, translatedFrom }) => [language, translatedFrom ?? 'zh']),
  ])
  const unnamed = [...new Set(codes)].filter((code) => !/^\p{Script=Han}+$/u.test(languageName(code)))
  assert.deepEqual(unnamed, [])
  assert.deepEqual([languageName('lzh'), languageName('qqq')], ['文言', 'qqq'])
})
