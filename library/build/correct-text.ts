import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TextPart, TextPiece } from './text-work.ts'

const folder = join(import.meta.dirname, 'corrections')

/** A correction of a text: the source's wrong wording, which occurs `count` times, the right one, and the reason. */
interface Correction {
  wrong: string
  right: string
  reason: string
  count: number
}

/**
 * Reads the corrections of a text from its table in `corrections`. Each row has the wrong wording, the right wording,
 * the reason and, if it is not 1, the number of places, between tabs; `⏎` is the end of a line.
 */
export function readCorrections(key: string): Correction[] {
  const file = join(folder, `${key}.tsv`)
  if (!existsSync(file)) return []
  const rows = readFileSync(file, 'utf8').trimEnd().split('\n')
  return rows.map((row) => {
    const [wrong = '', right = '', reason = '', count = '1'] = row.replaceAll('⏎', '\n').split('\t')
    return { wrong, right, reason, count: Number(count) }
  })
}

/**
 * Applies corrections to the parts of a text. Throws an error that lists every wrong wording that does not occur as
 * often as its row says: the source has changed, or the wording is too short to be certain.
 */
export function correctParts(parts: TextPart[], corrections: Correction[]): TextPart[] {
  const kind = parts[0]?.pieces[0]?.kind ?? 'prose'
  const problems: string[] = []
  const corrected = corrections.reduce((draft, { wrong, right, count }) => {
    const found = countPlaces(draft, wrong)
    if (found !== count) problems.push(`“${wrong}”应有 ${count} 处，原文有 ${found} 处。`)
    return draft.replaceAll(wrong, right)
  }, writeDraft(parts))
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return readDraft(corrected, kind)
}

/** Counts how often a wording occurs in the text, or, if it does not occur there, in the headings. */
function countPlaces(draft: string, wording: string): number {
  const text = draft.replace(/(?<=\n)#.*/g, '')
  return text.split(wording).length - 1 || draft.split(wording).length - 1
}

/**
 * Writes a text as one string, so that a correction can concern headings and the division into pieces as well. `##`
 * marks the heading of a part, `#` that of a piece, with its author after `|`, and `※` a comment.
 */
function writeDraft(parts: TextPart[]): string {
  const lines = parts.flatMap(({ title, pieces }) => [
    `##${title}`,
    ...pieces.flatMap((piece) => [
      `#${piece.title ?? ''}|${piece.by ?? ''}`,
      ...(piece.comments ?? []).map((comment) => `※${comment}`),
      ...piece.lines,
    ]),
  ])
  return `\n${lines.join('\n')}\n`
}

function readDraft(draft: string, kind: TextPiece['kind']): TextPart[] {
  return sections(draft, /^##/m).map(([title, body]) => ({
    title,
    pieces: sections(body, /^#/m).map(([heading, text]) => {
      const [name = '', by = ''] = heading.split('|')
      const rows = text.split('\n').filter(Boolean)
      const lines = rows.filter((row) => !row.startsWith('※'))
      const comments = rows.filter((row) => row.startsWith('※')).map((row) => row.slice(1))
      return {
        title: name === '' ? null : name.replace(/（）$/, () => `（${firstVerse(lines)}）`),
        kind,
        lines,
        ...(by && { by }),
        ...(comments.length > 0 && { comments }),
      }
    }),
  }))
}

/** Splits a text at its headings; returns each heading with the text below it. */
function sections(text: string, mark: RegExp): [heading: string, body: string][] {
  const [, ...found] = text.split(mark)
  return found.map((section) => {
    const end = section.indexOf('\n')
    return [section.slice(0, end), section.slice(end + 1)]
  })
}

/** The first verse of a lyric (词), which follows the name of its tune in its title. */
function firstVerse([line = '']: string[]) {
  return line.replace(/⟦.*?⟧/g, '').split(/[，。？！、；：]/)[0]
}
