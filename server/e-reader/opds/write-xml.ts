import { escapeHtml } from '#shared/escape.ts'

/** What XML can hold of a text; it has no way to write most control characters. */
function toXml(text: string): string {
  return escapeHtml(text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ''))
}

export type Attributes = Record<string, string | undefined>

/** An element that holds a text, or what is markup already; without content it is closed at once. */
export function element(name: string, attributes: Attributes, content = '', kind: 'text' | 'markup' = 'text'): string {
  const said = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : ` ${key}="${toXml(value)}"`,
  )
  const head = `<${name}${said.join('')}`
  return content === '' ? `${head}/>\n` : `${head}>${kind === 'markup' ? `\n${content}` : toXml(content)}</${name}>\n`
}

export function linkElement(attributes: Attributes & { rel: string; href: string; type: string }): string {
  return element('link', attributes)
}
