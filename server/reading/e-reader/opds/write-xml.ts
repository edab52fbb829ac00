import { escapeHtml } from '#shared/escape.ts'

/** Escapes a text for XML and removes the control characters that XML cannot represent. */
function toXml(text: string): string {
  return escapeHtml(text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ''))
}

type Attributes = Record<string, string | undefined>

/** Returns an XML element with a text, which is escaped, or with markup; an element without content is self-closing. */
export function element(name: string, attributes: Attributes, content = '', kind: 'text' | 'markup' = 'text'): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : ` ${key}="${toXml(value)}"`,
  )
  const head = `<${name}${written.join('')}`
  return content === '' ? `${head}/>\n` : `${head}>${kind === 'markup' ? `\n${content}` : toXml(content)}</${name}>\n`
}

export function linkElement(attributes: Attributes & { rel: string; href: string; type: string }): string {
  return element('link', attributes)
}
