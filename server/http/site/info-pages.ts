import MarkdownIt from 'markdown-it'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { InfoPage, Site } from '#shared/api/site.ts'
import { type InfoPageName, infoPageNames } from '#shared/info-page-names.ts'

export type InfoPages = Record<InfoPageName, InfoPage>

interface InfoSettings {
  /** The folder in which the operator has placed texts of their own; null if there are none. */
  folder: string | null
  site: Pick<Site, 'name' | 'publicUrl'>
  /** The email address to which visitors may write; null if there is none. */
  contactEmail: string | null
}

const shippedFolder = resolve(import.meta.dirname, '../../../info')
// HTML in the Markdown is shown as text. Links may lead to any site, because the texts come from the operator.
const markdown = new MarkdownIt({ html: false, linkify: true })
// Each link loads a new document instead of being handled by the app, because it may lead to a file of the site, such
// as a feed.
markdown.renderer.rules['link_open'] = (tokens, at, options, _, renderer) => {
  tokens[at]?.attrSet('data-reload', '')
  return renderer.renderToken(tokens, at, options)
}

/**
 * Reads the information pages from Markdown files such as `terms.md`: those of the operator, or else those that the
 * project ships. Throws an error for the operator if there is no such folder or a file has no title.
 */
export function readInfoPages(settings: InfoSettings): InfoPages {
  const { folder } = settings
  if (folder !== null && !statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`没有文件夹 ${folder}，请检查 INFO_PAGES。`)
  const read = (name: InfoPageName) => [name, toPage(findFile(name, settings.folder), settings)] as const
  return Object.fromEntries(infoPageNames.map(read)) as InfoPages
}

function findFile(name: InfoPageName, folder: string | null): string {
  const own = folder === null ? null : resolve(folder, `${name}.md`)
  return own !== null && existsSync(own) ? own : resolve(shippedFolder, `${name}.md`)
}

function toPage(file: string, { site, contactEmail }: InfoSettings): InfoPage {
  const [, title, body = ''] = /^\uFEFF?#[ \t]+(.+)\r?\n([^]*)$/.exec(readFileSync(file, 'utf8')) ?? []
  if (title === undefined) throw new Error(`${file} 的第一行须是标题，比如「# 关于」。`)
  const text = withEmail(body, contactEmail).replaceAll('{name}', site.name).replaceAll('{url}', site.publicUrl)
  return { title: title.trim(), html: markdown.render(text) }
}

/**
 * Returns the text with the e-mail address in it. Without an address, the paragraphs that name it are left out, and
 * with one those that begin with `{noEmail}`.
 */
function withEmail(text: string, email: string | null): string {
  return text
    .split(/\r?\n\s*\n/)
    .filter((paragraph) => !paragraph.includes(email === null ? '{email}' : '{noEmail}'))
    .join('\n\n')
    .replaceAll('{email}', `<${email}>`)
    .replaceAll('{noEmail}', '')
}
