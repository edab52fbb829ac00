/** Each character is looked at a fixed number of times, however many brackets and spaces there are. */
const address = /url\((?:\s*"([^"]*)"\s*|\s*'([^']*)'\s*|([^()"']*))\)/gi

/** A style sheet that fetches nothing from outside the book and runs nothing. */
export function cleanStyle(
  text: string,
  hrefOf: (href: string) => string | null,
  warn: (problem: string) => void,
): string {
  const plain = text
    .replace(/^\ufeff/, '')
    .replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '')
    .replace(/<!--|-->/g, '')
  if (plain.includes('\\')) warn('样式里有转义写法，已去掉')
  return (
    plain
      // What is written in escapes is hidden from those who read it.
      .replace(/\\/g, '')
      .replace(/@(?:import|charset|namespace)\b[^;]*;?/gi, '')
      .replace(/(?:expression|image-set|src)\s*\(/gi, 'none(')
      .replace(/(?:-moz-binding|behavior)\s*:[^;}]*/gi, '')
      .replace(address, (_, double?: string, single?: string, bare?: string) => {
        const href = (double ?? single ?? bare ?? '').trim()
        const inside = /^[a-z][\w+.-]*:|^\/\//i.test(href) ? null : hrefOf(href)
        if (inside === null) warn('样式里有指向书外的地址，已去掉')
        return inside === null ? 'none' : `url("${inside}")`
      })
      // No address of the outside stays, whatever stands around it.
      .replace(/[^;{}]+/g, (part) => (part.includes('://') ? '' : part))
      .trim()
  )
}
