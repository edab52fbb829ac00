import type { Highlighted } from '#shared/api/search/search.ts'
import { foldText } from '#server/engines/text/fold-text.ts'
import type { Scored } from '#server/search/rank/score-item.ts'
import type { Term } from '#server/engines/text/search-query.ts'
import { isLetter, type Mark, tidyMarks } from '#server/search/tidy-marks.ts'

/** Returns a name of a search result with the ranges of the name that match the query. */
export function highlight({ marks }: Scored, field: string, text: string): Highlighted {
  return { text, marks: tidyMarks(text, marks.get(`${field}:${text}`) ?? []) }
}

/**
 * Joins several names of a search result, such as the authors of a book, to one text. Returns the text with the ranges
 * that match the query.
 */
export function highlightAll(scored: Scored, field: string, texts: string[]): Highlighted {
  let at = 0
  const marks = texts.flatMap((text) => {
    const shifted = highlight(scored, field, text).marks.map(([start, end]): Mark => [start + at, end + at])
    at += text.length + 1
    return shifted
  })
  return { text: texts.join('、'), marks }
}

const excerptLength = 60
const excerptLead = 12

/**
 * Returns an excerpt of a text around the first search term that occurs in it, with all terms highlighted; null if no
 * term occurs in the text.
 */
export function excerpt(text: string, terms: Term[]): Highlighted | null {
  const marks = findTerms(text, terms)
  const [first] = marks
  if (first === undefined) return null
  const start = first[0] <= excerptLead ? 0 : first[0] - excerptLead
  const end = Math.min(text.length, start + excerptLength)
  const [before, after] = [start > 0 ? '……' : '', end < text.length ? '……' : '']
  const moved = marks
    .filter((mark) => mark[1] <= end)
    .map((mark): Mark => [mark[0] - start + before.length, mark[1] - start + before.length])
  return { text: before + text.slice(start, end) + after, marks: moved }
}

/** Returns a whole text with all search terms highlighted; null if no term occurs in the text. */
export function highlightTerms(text: string, terms: Term[]): Highlighted | null {
  const marks = findTerms(text, terms)
  return marks.length > 0 ? { text, marks } : null
}

function findTerms(text: string, terms: Term[]): Mark[] {
  const folded = foldText(text)
  const found = terms.flatMap(({ text: term }) =>
    term === '' ? [] : [...folded.text.matchAll(new RegExp(RegExp.escape(term), 'gu'))],
  )
  const marks = found
    .filter(({ index }) => !isLetter(folded.text[index]) || !isLetter(folded.text[index - 1]))
    .map((match): Mark => [folded.starts[match.index] ?? 0, folded.ends[match.index + match[0].length - 1] ?? 0])
  return tidyMarks(text, marks)
}
