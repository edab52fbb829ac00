import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { entryBase } from '#shared/book-text.ts'
import { startBrowser } from '../e2e/browser.ts'
import { openBook } from '../e2e/open-book.ts'
import { openImportAdmin } from '../send-import.ts'
import { startTestSite } from '../test-site.ts'
import { containerBooks } from './container-books.ts'
import { contentBooks } from './content-books.ts'
import { fixedBooks } from './fixed-books.ts'
import { fontBooks } from './font-books.ts'
import { layoutBooks } from './layout-books.ts'
import { navigationBooks } from './navigation-books.ts'
import { packageBooks } from './package-books.ts'
import { resourceBooks } from './resource-books.ts'
import { styleBooks } from './style-books.ts'
import { vocabularyBooks } from './vocabulary-books.ts'
import { type Group, groups, type ReadBook, type Requirement } from './requirement.ts'

const books = [
  ...resourceBooks,
  ...containerBooks,
  ...fontBooks,
  ...packageBooks,
  ...vocabularyBooks,
  ...contentBooks,
  ...styleBooks,
  ...navigationBooks,
  ...fixedBooks,
  ...layoutBooks,
]

/** Returns the table of passed and applicable requirements, as it stands in the documentation. */
function tableOf(results: { requirement: Requirement; isMet: boolean }[]): string {
  const figure = (group: Group | null, level: string) => {
    const all = results.filter(
      ({ requirement: each }) => (group === null || each.group === group) && each.level === level,
    )
    return all.length === 0 ? '' : `${all.filter(({ isMet }) => isMet).length} of ${all.length}`
  }
  const rows = Object.entries(groups).map(([group, name]) => {
    return `| ${name} | ${figure(group as Group, 'must')} | ${figure(group as Group, 'should')} |`
  })
  const all = `| **all** | ${figure(null, 'must')} | ${figure(null, 'should')} |`
  return ['| requirements | must | should |', '|---|---|---|', ...rows, all].join('\n')
}

test('EPUB 3.3 for reading systems', async (t) => {
  const site = await startTestSite(t, {}, { runsJobs: true })
  const visit = await startBrowser(site.url)
  const editor = await site.newEditor()
  const admin = openImportAdmin(site, editor)
  const results: { requirement: Requirement; isMet: boolean }[] = []

  async function importBook(title: string, epub: Buffer): Promise<ReadBook> {
    const sent = await admin.send(`${title}.epub`, epub)
    const verdict = await admin.judge(sent)
    assert.notEqual(verdict.kind, 'refused', verdict.message)
    const { bookId } = await admin.store({ id: sent.id, bookId: null, rights: '为测试而写' })
    const outline = await site.visitor.reading.outline({ bookId })
    return {
      verdict,
      bookId,
      outline,
      async get(path) {
        const answer = await fetch(site.url + entryBase(outline) + path.split('/').map(encodeURIComponent).join('/'))
        return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text() }
      },
      page: async (path) => (await fetch(site.url + path)).text(),
      read: (text, look, screen = 'desktop') =>
        visit({ screen }, async ({ page }) =>
          look(await openBook(page, `${site.url}/book/${bookId}/read`, text), page),
        ),
    }
  }

  for (const { title, epub, requirements } of books)
    await t.test(title, async (t) => {
      const book = epub && (await importBook(title, await epub()))
      for (const requirement of requirements) {
        const { check, level, says } = requirement
        if (check === undefined || book === null) {
          results.push({ requirement, isMet: false })
          continue
        }
        await t.test(`${level}: ${says}`, async () => {
          const failure: unknown = await Promise.resolve()
            .then(() => check(book))
            .then(
              () => undefined,
              (error: unknown) => error ?? new Error('failed'),
            )
          results.push({ requirement, isMet: failure === undefined })
          if (failure !== undefined) throw failure
        })
      }
    })

  await t.test('the documentation has the figures and names what is not met', async (t) => {
    const table = tableOf(results)
    for (const line of table.split('\n')) t.diagnostic(line)
    const document = await readFile('docs/epub.md', 'utf8')
    assert.ok(document.includes(table), table)
    for (const { requirement, isMet } of results)
      if (!isMet) assert.ok(document.includes(requirement.says), `docs/epub.md does not say: ${requirement.says}`)
  })
})
