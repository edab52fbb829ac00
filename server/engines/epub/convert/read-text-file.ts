import type { TextChoice } from '#shared/text-choice.ts'
import { escapeHtml } from '#shared/escape.ts'
import { fail } from '#shared/api/failure.ts'
import { checkChapters } from './check-chapters.ts'
import { type DecodedText, decodeText } from './decode-text.ts'
import {
  type EpubBook,
  type EpubDocument,
  type EpubEdition,
  noEdition,
  type TocEntry,
} from '#server/engines/epub/epub-model.ts'
import { plainStyle } from './plain-style.ts'
import { splitSection } from './split-section.ts'
import { describeLostText } from './restore-garbled.ts'
import { divideText, type TextSection } from './split-text.ts'
import { readNames, type Role } from '#server/engines/epub/read-names.ts'
import { hasMarkup, stripMarkup } from '#server/engines/epub/strip-markup.ts'
import { bookLanguage, languageTagOf } from '#server/engines/epub/serve/book-language.ts'
import { xhtmlPage } from '#server/engines/epub/xhtml-page.ts'

export interface ReadFile {
  book: EpubBook
  isbn: string | null
  edition: EpubEdition
  /** Warnings for the editor about problems of the imported file that were repaired. */
  warnings: string[]
}

const unknown = { identifier: '', language: 'zh', rights: '', source: '', modified: '' }

/** Reads a plain text file as a book with chapters. Throws `invalid` for a file without text or of unknown encoding. */
export function readTextFile(bytes: Buffer, name: string, choice: TextChoice): ReadFile {
  const decoded = decodeText(bytes, choice.encoding)
  const text = cleanText(decoded.text)
  if (text.trim() === '') fail('invalid', '这个文件里没有文字')
  const warnings = describeDecoding(decoded)
  if (hasMarkup(decoded.text)) warnings.push('文件里有网页的标记，如 <p> 和 &nbsp;，已去掉')
  const { title, author, translator } = findTitleAndAuthor(text, name)
  const { sections, isWrapped } = divideText(text, choice)
  if (isWrapped) warnings.push('文件里一段话断成许多行，已接成段落')
  if (!sections.some(({ heading }) => heading !== null)) warnings.push('没有找到章节标题，按长度分成几段')
  const language = languageTagOf(bookLanguage([], text.slice(0, 20_000)))
  const people = [...readNames(author), ...readNames(translator, 'translator')]
  const namesOf = (role: Role) => people.flatMap((one) => (one.role === role ? one.name : []))
  const metadata = { ...unknown, title, creators: namesOf('author'), language }
  const edition = { ...noEdition, translators: namesOf('translator'), editors: namesOf('editor') }
  return { book: { metadata, ...toDocuments(sections, title, language), cover: null }, isbn: null, edition, warnings }
}

/**
 * Removes control characters, invisible separators and remains of HTML from a text and composes its characters (NFC).
 */
export function cleanText(text: string): string {
  return (hasMarkup(text) ? stripMarkup(text) : text)
    .replace(/[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u200b\u2060\ufeff\ufffe\uffff]/g, '')
    .normalize('NFC')
}

/** Returns warnings for the editor about the encoding of a text file and the characters that were lost. */
export function describeDecoding({ text, encoding, lost, isSure, restored }: DecodedText): string[] {
  const warnings = encoding === 'utf-8' ? [] : [`按 ${encoding.toUpperCase()} 编码读出`]
  if (restored !== null) {
    const { misreadAs, encoding } = restored
    warnings.push(
      `文件里是乱码：${encoding.toUpperCase()} 的文字曾被当作 ${misreadAs} 读过。已经还原，请看看文字通不通`,
    )
  }
  warnings.push(...describeLostText(text))
  if (!isSure) warnings.push('拿不准文字编码，请看看文字通不通；不通就换一种编码，或另存为 UTF-8 再试')
  if (lost > 0) warnings.push(`有 ${lost} 处字符读不出来，已用 � 代替`)
  return warnings
}

/**
 * Returns the title, the author and the translator of a plain text book, empty if unknown, from the first lines of the
 * text or else from a file name such as `《书名》作者：某人.txt`.
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
  const translator = /^\s*(?:译者|譯者|翻译|翻譯)[:：]\s*([^\n]{1,30})/m.exec(head)?.[1] ?? ''
  return { title: (declaredTitle ?? quoted).trim() || base, author: (declaredAuthor ?? byFile).trim(), translator }
}

/**
 * Returns the documents of a book and its table of contents. A long section becomes several documents, of which only
 * the first is in the contents; a text without chapters has an entry for each document.
 */
function toDocuments(sections: TextSection[], bookTitle: string, language: string) {
  const documents: EpubDocument[] = []
  const toc: TocEntry[] = []
  const hasChapters = sections.some(({ heading }) => heading !== null)
  // The entry in the table of contents for the volume that is being read, to which the following chapters are added.
  let volume: TocEntry | undefined
  for (const { heading, paragraphs } of sections)
    for (const [part, pieces] of splitSection(paragraphs, !hasChapters).entries()) {
      const href = `text/${String(documents.length + 1).padStart(4, '0')}.xhtml`
      const title = heading?.title ?? titleOfRest(documents.length, hasChapters, bookTitle)
      const top = heading === null || part > 0 ? '' : `<h${heading.level}>${escapeHtml(title)}</h${heading.level}>\n`
      const lines = pieces.map(
        ({ text, isContinued }) => `<p${isContinued ? ' class="continued"' : ''}>${escapeHtml(text)}</p>`,
      )
      const body = `<section>\n${top}${lines.join('\n')}\n</section>`
      documents.push({ href, xhtml: xhtmlPage({ title, language, body, style: '../style.css' }) })
      if (hasChapters && part > 0) continue
      const entry = { title, href, children: [] }
      if (heading?.level === 2 && volume !== undefined) volume.children.push(entry)
      else {
        toc.push(entry)
        volume = heading?.level === 1 ? entry : undefined
      }
    }
  checkChapters(documents.length)
  return { documents, toc, resources: [{ href: 'style.css', type: 'text/css', data: Buffer.from(plainStyle) }] }
}

/** Returns the title of a document without a heading. */
function titleOfRest(index: number, hasChapters: boolean, bookTitle: string): string {
  if (index > 0) return `（${index + 1}）`
  return hasChapters ? '卷首' : bookTitle
}
