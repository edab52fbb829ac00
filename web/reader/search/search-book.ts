import type { Outline } from '#shared/api/reader/reading.ts'
import { readTextFile } from '#web/session/http-transport.ts'
import { type Found, foldQuery, loadSimplified, searchDocument } from './search-document.ts'

export interface SearchState {
  found: Found[]
  /** Of the book that has been looked through, 0 to 1. */
  done: number
  /** More than are shown were found. */
  isCut: boolean
}

const mostFound = 500

/** Looks through the book from its beginning, and says after each section what there is so far. */
export async function searchBook(
  { sections, contents }: Outline,
  hrefOf: (path: string) => string,
  query: string,
  signal: AbortSignal,
  say: (state: SearchState) => void,
) {
  const simplified = await loadSimplified()
  const folded = foldQuery(query, simplified)
  const found: Found[] = []
  for (const [section, { path }] of sections.entries()) {
    if (signal.aborted || folded === '') return
    const source = await readTextFile(hrefOf(path), signal)
    const doc = new DOMParser().parseFromString(source, 'application/xhtml+xml')
    for (const one of searchDocument(doc, section, contents, folded, simplified)) {
      found.push(one)
      if (found.length > mostFound) break
    }
    const isCut = found.length > mostFound
    if (signal.aborted) return
    say({ found: found.slice(0, mostFound), done: isCut ? 1 : (section + 1) / sections.length, isCut })
    if (isCut) return
  }
}
