import MarkdownIt from 'markdown-it'
import type { TextChoice } from '#shared/text-choice.ts'
import { escapeHtml } from '#shared/escape.ts'
import { fail } from '#shared/api/failure.ts'
import { checkChapters } from './check-chapters.ts'
import { decodeText } from './decode-text.ts'
import { type EpubDocument, noEdition, type TocEntry } from '#server/engines/epub/epub-model.ts'
import { plainStyle } from './plain-style.ts'
import { describeDecoding, type ReadFile } from './read-text-file.ts'
import { readNames } from '#server/engines/epub/read-names.ts'
import { bookLanguage, languageTagOf } from '#server/engines/epub/serve/book-language.ts'
import { xhtmlPage } from '#server/engines/epub/xhtml-page.ts'

/** HTML in a Markdown book is shown as plain text and not interpreted. */
const markdown = MarkdownIt({ html: false, xhtmlOut: true, linkify: false })
type Token = ReturnType<typeof markdown.parse>[number]
// A Markdown file comes alone: its pictures become their descriptions, and its links to other files become text.
markdown.renderer.rules.image = (tokens, at) => escapeHtml(tokens[at]?.content ?? '')
markdown.renderer.rules.link_open = (tokens, at) => {
  const href = String(tokens[at]?.attrGet('href') ?? '')
  return /^(https?|mailto):/i.test(href) ? `<a href="${escapeHtml(href)}">` : '<a>'
}

/**
 * Reads a Markdown file as a book. The book's title is the first heading; headings of levels 1 and 2 start chapters.
 */
export function readMarkdownFile(bytes: Buffer, name: string, choice: TextChoice): ReadFile {
  const decoded = decodeText(bytes, choice.encoding)
  const { text } = decoded
  if (text.trim() === '') fail('invalid', '这个文件里没有文字')
  const warnings = describeDecoding(decoded)
  const { facts, chapters } = divideMarkdown(text, choice)
  const title = facts['title'] ?? chapters.find((one) => one.title !== '')?.title ?? name.replace(/\.[^.]*$/, '')
  const stated = facts['language'] ?? facts['lang']
  const language = languageTagOf(bookLanguage(stated === undefined ? [] : [stated], text.slice(0, 20_000)))
  const creators = readNames(facts['author'] ?? '').map((one) => one.name)
  const documents: EpubDocument[] = []
  const toc: TocEntry[] = []
  for (const [index, chapter] of chapters.entries()) {
    const href = `text/${String(index + 1).padStart(4, '0')}.xhtml`
    const heading = chapter.title || title
    const body = markdown.renderer.render(chapter.tokens, markdown.options, {})
    if (chapter.tokens.some(({ children }) => children?.some(({ type }) => type === 'image')))
      warnings.push('有图片不在文件里，已换成它们的说明')
    documents.push({ href, xhtml: xhtmlPage({ title: heading, language, body, style: '../style.css' }) })
    toc.push({ title: heading, href, children: [] })
  }
  const metadata = {
    identifier: '',
    title,
    creators,
    language,
    rights: facts['rights'] ?? '',
    source: facts['source'] ?? '',
    modified: '',
  }
  const resources = [{ href: 'style.css', type: 'text/css', data: Buffer.from(plainStyle) }]
  return {
    book: { metadata, documents, toc, resources, cover: null },
    isbn: null,
    edition: noEdition,
    warnings: [...new Set(warnings)],
  }
}

interface MarkdownChapter {
  title: string
  /** The line of the heading, counted from 0; null for text before the first heading. */
  line: number | null
  /** The level of the heading, 1 for the highest; 0 if there is no heading. */
  level: number
  tokens: Token[]
}

/** Returns the metadata at the start of a Markdown text, and the chapters into which its headings divide it. */
export function divideMarkdown(
  decoded: string,
  choice: Pick<TextChoice, 'style' | 'merged' | 'added'>,
): { facts: Record<string, string>; chapters: MarkdownChapter[] } {
  const text = cleanMarkdown(decoded)
  const { facts, body } = splitFrontMatter(text)
  // Counts the headings of a Markdown file before parsing it, because parsing takes much longer.
  checkChapters((body.match(/^ {0,3}#{1,2}\s/gm) ?? []).length)
  const firstLine = text.slice(0, text.length - body.length).split('\n').length - 1
  const added = new Set(choice.added)
  // A line that the editor has made a heading gets the marks `##`.
  const lines = body
    .split('\n')
    .map((line, at) => (added.has(at + firstLine) ? `## ${line.replace(/^[\s#>]*/, '')}` : line))
  const chapters = splitChapters(markdown.parse(lines.join('\n'), {}), firstLine, choice)
  checkChapters(chapters.length)
  return { facts, chapters }
}

/** Returns a Markdown text without control characters, with the line ends of Unix. */
export function cleanMarkdown(text: string): string {
  return text.replace(/^\ufeff|[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').replace(/\r\n?/g, '\n')
}

/** Splits off the metadata at the start of a Markdown file: `name: value` lines between two `---` lines. */
function splitFrontMatter(text: string): { facts: Record<string, string>; body: string } {
  const match = /^---\r?\n([\s\S]{0,4000}?)\r?\n---\r?\n/.exec(text)
  if (match === null) return { facts: {}, body: text }
  const pairs = (match[1] ?? '').split('\n').flatMap((line) => {
    const [, field, value] = /^(\w+):\s*["']?(.*?)["']?\s*$/.exec(line) ?? []
    return field && value ? [[field.toLowerCase(), value] as const] : []
  })
  return { facts: Object.fromEntries(pairs), body: text.slice(match[0].length) }
}

function splitChapters(
  tokens: Token[],
  firstLine: number,
  { style, merged }: Pick<TextChoice, 'style' | 'merged'>,
): MarkdownChapter[] {
  const chapters: MarkdownChapter[] = []
  const isMerged = new Set(merged)
  for (const [index, token] of tokens.entries()) {
    const isHeading = token.type === 'heading_open' && (token.tag === 'h1' || token.tag === 'h2')
    const line = isHeading && token.map ? token.map[0] + firstLine : null
    const isStart = isHeading && style !== 'none' && !(line !== null && isMerged.has(line))
    if (isStart || chapters.length === 0)
      chapters.push({
        line: isStart ? line : null,
        level: isStart ? Number(token.tag.slice(1)) : 0,
        title: isStart
          ? (tokens[index + 1]?.children ?? [])
              .map(({ content }) => content)
              .join('')
              .trim()
          : '',
        tokens: [],
      })
    chapters.at(-1)?.tokens.push(token)
  }
  return chapters
}
