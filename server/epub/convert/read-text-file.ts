import { escapeHtml } from '#shared/escape.ts'
import { fail } from '#shared/api/failure.ts'
import { decodeText } from './decode-text.ts'
import type { EpubBook, EpubDocument, TocEntry } from '#server/epub/epub-model.ts'
import { plainStyle } from './plain-style.ts'
import { splitText, type TextSection } from './split-text.ts'
import { xhtmlPage } from '#server/epub/xhtml-page.ts'

export interface ReadFile {
  book: EpubBook
  isbn: string | null
  /** Warnings for the editor about problems of the imported file that were repaired. */
  warnings: string[]
}

const unknown = { identifier: '', language: 'zh', rights: '', source: '', modified: '' }

/** Reads a plain text file as a book with chapters. */
export function readTextFile(bytes: Buffer, name: string): ReadFile {
  const { text, encoding, lost } = decodeText(bytes)
  if (text.trim() === '') fail('invalid', '这个文件里没有文字')
  const warnings: string[] = []
  if (encoding !== 'utf-8') warnings.push(`按 ${encoding.toUpperCase()} 编码读出`)
  if (lost > 0) warnings.push(`有 ${lost} 处字符读不出来，已用 � 代替`)
  const clean = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g, '').normalize('NFC')
  const { title, author } = findTitleAndAuthor(clean, name)
  const sections = splitText(clean)
  if (!sections.some((section) => section.title !== null)) warnings.push('没有找到章节标题，按长度分成几段')
  const language =
    /[們這個說為與國來時會對後]{1}/u.test(clean.slice(0, 20_000)) &&
    !/[们这个说为与国来时会对后]/u.test(clean.slice(0, 20_000))
      ? 'zh-Hant'
      : 'zh-Hans'
  const metadata = { ...unknown, title, creators: author === '' ? [] : [author], language }
  return { book: { metadata, ...toDocuments(sections, title, language), cover: null }, isbn: null, warnings }
}

/**
 * Returns the title and author of a plain text book, from the first lines of the text or else from a file name such as
 * `《书名》作者：某人.txt`.
 */
function findTitleAndAuthor(text: string, name: string) {
  const head = text.slice(0, 2000)
  const base = name.replace(/\.[^.]*$/, '').normalize('NFC')
  const [
    ,
    quoted = base
      .replace(/[（(【[].*$/, '')
      .replace(/作者[:：].*$/, '')
      .split(/\s+[-—_]\s+|_/)[0] ?? base,
  ] = /《([^》]{1,60})》/.exec(base) ?? []
  const byFile = /作者[:：]\s*([^\s（(【[]{1,20})/.exec(base)?.[1] ?? base.split(/\s+[-—_]\s+/)[1] ?? ''
  const declaredTitle = /^\s*(?:书名|書名|标题)[:：]\s*《?([^》\n]{1,60})/m.exec(head)?.[1]
  const declaredAuthor = /^\s*(?:作者|著者|作　者)[:：]\s*([^\n]{1,30})/m.exec(head)?.[1]
  return { title: (declaredTitle ?? quoted).trim() || base, author: (declaredAuthor ?? byFile).trim() }
}

function toDocuments(sections: TextSection[], bookTitle: string, language: string) {
  const documents: EpubDocument[] = []
  const toc: TocEntry[] = []
  // The entry in the table of contents for the volume that is being read, to which the following chapters are added.
  let volume: TocEntry | undefined
  for (const [index, section] of sections.entries()) {
    const href = `text/${String(index + 1).padStart(4, '0')}.xhtml`
    const title = section.title ?? (sections.length === 1 ? bookTitle : index === 0 ? '卷首' : `（${index + 1}）`)
    const heading = section.title === null ? '' : `<h${section.level}>${escapeHtml(title)}</h${section.level}>\n`
    const body = heading + section.paragraphs.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')
    documents.push({
      href,
      xhtml: xhtmlPage({ title, language, body: `<section>\n${body}\n</section>`, style: '../style.css' }),
    })
    const entry = { title, href, children: [] }
    if (section.level === 2 && section.title !== null && volume !== undefined) volume.children.push(entry)
    else {
      toc.push(entry)
      volume = section.level === 1 ? entry : undefined
    }
  }
  return { documents, toc, resources: [{ href: 'style.css', type: 'text/css', data: Buffer.from(plainStyle) }] }
}
