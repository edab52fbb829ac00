import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entryBase } from '#shared/book-text.ts'
import { startBrowser } from '../e2e/browser.ts'
import { openBook } from '../e2e/open-book.ts'
import { openImportAdmin } from '../send-import.ts'
import { startTestSite } from '../test-site.ts'
import { type BookSet, bookSets } from './book-sets.ts'
import type { ReadBook } from './requirement.ts'

/** Imports the books of the set into a test site, and tests each requirement that has a check. */
export function testBookSet(set: BookSet) {
  void test(`EPUB 3.3 for reading systems: ${set}`, async (t) => {
    const site = await startTestSite(t, {}, { runsJobs: true })
    const visit = await startBrowser(site.url)
    const editor = await site.newEditor()
    const admin = openImportAdmin(site, editor)

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

    for (const { title, epub, requirements } of bookSets[set])
      await t.test(title, async (t) => {
        if (epub === null) return
        const book = await importBook(title, await epub())
        for (const { check, level, says } of requirements)
          if (check !== undefined) await t.test(`${level}: ${says}`, () => check(book))
      })
  })
}
