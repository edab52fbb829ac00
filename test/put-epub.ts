import { createHash } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { BookFiles } from '#server/reading/book-file/book-files.ts'
import { invalidate } from '#server/platform/cache/changes.ts'
import { topic } from '#server/platform/cache/topics.ts'
import { type EpubBook, type EpubMetadata } from '#server/engines/epub/epub-model.ts'
import { writeEpub } from '#server/engines/epub/write-epub.ts'
import { xhtmlPage } from '#server/engines/epub/xhtml-page.ts'
import type { TestSite } from './test-site.ts'
import { findBookId } from './find-book-id.ts'

const metadata: EpubMetadata = {
  identifier: 'urn:uuid:3f0d1a2e-0000-4000-8000-000000000001',
  title: '渡口',
  creators: ['佚名'],
  language: 'zh-Hans',
  rights: '公有领域',
  source: '为测试而写',
  modified: '2026-01-01T00:00:00Z',
}

/** Adds an EPUB file as the readable text of the book with the given title. */
export async function putEpub({ db, storage }: TestSite, bytes: Buffer, title = '边城') {
  const bookId = await findBookId(db, title)
  const id = newId()
  await db
    .insertInto('bookFile')
    .values({
      id,
      bookId,
      ...(await storeEpub(storage, bytes)),
      title,
      format: 'epub',
      language: 'zh-Hans',
      convertedFrom: null,
      rights: '公有领域',
      source: '为测试而写',
      originalSha256: null,
    })
    .execute()
  return { bookId, fileId: id }
}

/** Replaces the text of a book by another EPUB file, as an import does. */
export async function replaceEpub({ db, storage }: TestSite, ids: { bookId: string; fileId: string }, bytes: Buffer) {
  const stored = await storeEpub(storage, bytes)
  await db.transaction().execute(async (db) => {
    await db.updateTable('bookFile').set(stored).where('id', '=', ids.fileId).execute()
    await invalidate(db, topic.book(ids.bookId))
  })
}

async function storeEpub(storage: TestSite['storage'], bytes: Buffer) {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const storageKey = `book/${sha256}.epub`
  await new BookFiles(storage).put(storageKey, bytes)
  return { sha256, storageKey, size: bytes.length }
}

interface Chapter {
  title: string
  paragraphs: string[]
  /** Parts of the chapter's document with headings of their own, to which the contents lead. */
  sections?: Omit<Chapter, 'sections'>[]
}

/** Returns an EPUB with the given chapters, in the form of the shipped library's books. */
export function epubOf(chapters: Chapter[], css = 'p { margin: 0; }'): Buffer {
  const href = (at: number) => `text/${String(at + 1).padStart(3, '0')}.xhtml`
  const book: EpubBook = {
    metadata,
    cover: null,
    resources: [{ href: 'style.css', type: 'text/css', data: Buffer.from(css) }],
    toc: chapters.map(({ title, sections = [] }, at) => ({
      title,
      href: href(at),
      children: sections.map((section, inside) => ({
        title: section.title,
        href: `${href(at)}#s${inside}`,
        children: [],
      })),
    })),
    documents: chapters.map(({ title, paragraphs, sections = [] }, at) => ({
      href: href(at),
      xhtml: xhtmlPage({
        title,
        language: 'zh-Hans',
        style: '../style.css',
        body: [
          `<h1>${title}</h1>`,
          ...paragraphs.map((text) => `<p>${text}</p>`),
          ...sections.map(
            ({ title, paragraphs }, inside) =>
              `<h2 id="s${inside}">${title}</h2>\n${paragraphs.map((text) => `<p>${text}</p>`).join('\n')}`,
          ),
        ].join('\n'),
      }),
    })),
  }
  return writeEpub(book)
}

const characters = Array.from(
  '天地玄黄宇宙洪荒日月盈昃辰宿列张寒来暑往秋收冬藏云腾致雨露结为霜江河湖海舟船桥岸山水人家灯火风雪',
)

/** Returns paragraphs of meaningless words; the same seed always gives the same words. */
export function paragraphsOf(count: number, length: number, seed = 1): string[] {
  let state = seed
  const next = () => (state = (state * 48271) % 0x7fffffff)
  return Array.from({ length: count }, () => {
    const text = Array.from({ length }, (_, at) => (at % 19 === 18 ? '，' : characters[next() % characters.length]))
    return `${text.join('')}。`
  })
}
