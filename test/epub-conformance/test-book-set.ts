import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Frame } from 'playwright'
import { entryBase } from '#shared/book-text.ts'
import { startBrowser, type Visitor } from '../e2e/browser.ts'
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
    const addressOf = (bookId: string) => `${site.url}/book/${bookId}/read`
    const opened = shareReader(visit, addressOf)

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
        glance: (text, look) => opened.glance(bookId, text, look),
        async read(text, look, screen = 'desktop') {
          await opened.close()
          await visit({ screen }, async ({ page }) => look(await openBook(page, addressOf(bookId), text), page))
        },
      }
    }

    for (const { title, epub, requirements } of bookSets[set])
      await t.test(title, async (t) => {
        if (epub === null) return
        const book = await importBook(title, await epub())
        for (const { check, level, says } of requirements)
          if (check !== undefined) await t.test(`${level}: ${says}`, () => check(book))
        await opened.close()
      })
  })
}

/**
 * Returns a function that looks at a book in an open reader. The reader stays open for further looks at the same text
 * of the same book until `close` is called, because opening it takes most of the time of such a look.
 */
function shareReader(visit: Visitor, addressOf: (bookId: string) => string) {
  let open: { name: string; frame: Promise<Frame>; close: () => Promise<void> } | undefined
  const close = async () => {
    const last = open
    open = undefined
    await last?.close()
  }
  const openAt = (name: string, bookId: string, text: string) => {
    const frame = Promise.withResolvers<Frame>()
    const isOver = Promise.withResolvers<void>()
    const visited = visit({}, async ({ page }) => {
      frame.resolve(await openBook(page, addressOf(bookId), text))
      await isOver.promise
    })
    visited.catch(frame.reject)
    return {
      name,
      frame: frame.promise,
      close() {
        isOver.resolve()
        return visited
      },
    }
  }
  async function glance(bookId: string, text: string, look: (frame: Frame) => Promise<void>) {
    const name = `${bookId} ${text}`
    if (open?.name !== name) {
      await close()
      open = openAt(name, bookId, text)
    }
    await look(await open.frame)
  }
  return { glance, close }
}
