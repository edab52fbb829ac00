import { Parser } from 'htmlparser2'

/** Elements of HTML that stand in lines of their own. */
const blocks = new Set(
  'address article blockquote br center dd div dl dt figure h1 h2 h3 h4 h5 h6 hr li ol p pre section table tr ul'.split(
    ' ',
  ),
)
const others = new Set(
  'a abbr b big body cite code del em font head html i img ins link meta mark noscript rb rp rt ruby s script small span strike strong style sub sup tbody td th thead title tt u wbr'.split(
    ' ',
  ),
)
const silent = new Set(['head', 'noscript', 'rp', 'rt', 'script', 'style'])
const tags = new RegExp(`</?(?:${[...blocks, ...others].join('|')})(?:\\s[^<>]{0,300})?/?>`, 'gi')
const references =
  /&(?:nbsp|amp|lt|gt|quot|apos|[lr][ds]quo|hellip|[mn]dash|middot|e[mn]sp|thinsp|#\d{1,7}|#x[\da-f]{1,6});/gi
/** Text with fewer tags and references may only speak of HTML. */
const fewest = 3

/** Tells whether a plain text has remains of HTML: tags such as `<p>`, or references such as `&nbsp;`. */
export function hasMarkup(text: string): boolean {
  return (text.match(tags)?.length ?? 0) + (text.match(references)?.length ?? 0) >= fewest
}

/**
 * Removes the tags of HTML from a text and replaces its references by their characters. Each block element stands in a
 * line of its own; other line ends stay. Anything else in angle brackets stays as it is.
 */
export function stripMarkup(text: string): string {
  const parts: string[] = []
  let countSilent = 0
  const parser = new Parser(
    {
      ontext: (data) => void (countSilent === 0 && parts.push(data)),
      onopentag: (name) => visit(name, 1),
      onclosetag: (name, isImplied) => visit(name, -1, isImplied),
    },
    { decodeEntities: true },
  )
  const visit = (name: string, change: 1 | -1, isImplied = false) => {
    if (silent.has(name)) countSilent = Math.max(0, countSilent + change)
    else if (blocks.has(name)) parts.push('\n')
    else if (!others.has(name) && !isImplied && countSilent === 0)
      parts.push(text.slice(parser.startIndex, parser.endIndex + 1))
  }
  parser.end(text)
  return parts.join('')
}
