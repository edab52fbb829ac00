import MarkdownIt from 'markdown-it'
import type { TextChoice } from '#shared/text-choice.ts'
import { escapeHtml } from '#shared/escape.ts'
import { fail } from '#shared/api/failure.ts'
import { checkChapters } from './check-chapters.ts'
import { decodeText } from './decode-text.ts'
import type { EpubDocument, TocEntry } from '#server/epub/epub-model.ts'
import { plainStyle } from './plain-style.ts'
import { describeDecoding, type ReadFile } from './read-text-file.ts'
import { xhtmlPage } from '#server/epub/xhtml-page.ts'

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
export function readMarkdownFile(bytes: Buffer, name: string, choice: Pick<TextChoice, 'encoding'>): ReadFile {
  const decoded = decodeText(bytes, choice.encoding)
  const { text } = decoded
  if (text.trim() === '') fail('invalid', '这个文件里没有文字')
  const warnings = describeDecoding(decoded)
  const { facts, body } = splitFrontMatter(
    text.replace(/^\ufeff|[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''),
  )
  // Counts the headings of a Markdown file before parsing it, because parsing takes much longer.
  checkChapters((body.match(/^ {0,3}#{1,2}\s/gm) ?? []).length)
  const chapters = splitChapters(markdown.parse(body, {}))
  checkChapters(chapters.length)
  const title = facts['title'] ?? chapters.find((one) => one.title !== '')?.title ?? name.replace(/\.[^.]*$/, '')
  const language = facts['language'] ?? facts['lang'] ?? 'zh-Hans'
  const creators = facts['author'] === undefined ? [] : [facts['author']]
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
  return { book: { metadata, documents, toc, resources, cover: null }, isbn: null, warnings: [...new Set(warnings)] }
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

function splitChapters(tokens: Token[]) {
  const chapters: { title: string; tokens: Token[] }[] = []
  for (const [index, token] of tokens.entries()) {
    const isStart = token.type === 'heading_open' && (token.tag === 'h1' || token.tag === 'h2')
    if (isStart || chapters.length === 0)
      chapters.push({
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
