import type { Outline } from '#shared/api/reader/reading.ts'
import { fetchSection } from '#web/reading/reader/view/fetch-section.ts'
import { type SearchHit, foldQuery, loadSimplified, searchDocument } from './search-document.ts'

export interface SearchState {
  found: SearchHit[]
  /** Share of the book that has been searched, from 0 to 1. */
  done: number
  /** Whether the search stopped because there are more hits than `maxHits`. */
  isTruncated: boolean
}

const maxHits = 500

/**
 * Searches the sections of a book in order and reports all hits so far after each section. Throws if a section cannot
 * be fetched.
 */
export async function searchBook(
  { sections, contents }: Outline,
  hrefOf: (path: string) => string,
  query: string,
  signal: AbortSignal,
  report: (state: SearchState) => void,
) {
  const simplified = await loadSimplified()
  const folded = foldQuery(query, simplified)
  const found: SearchHit[] = []
  for (const [section, { path }] of sections.entries()) {
    if (signal.aborted || folded === '') return
    const doc = await fetchSection(hrefOf(path), signal)
    for (const hit of searchDocument(doc, section, contents, folded, simplified)) {
      found.push(hit)
      if (found.length > maxHits) break
    }
    const isTruncated = found.length > maxHits
    if (signal.aborted) return
    report({ found: found.slice(0, maxHits), done: isTruncated ? 1 : (section + 1) / sections.length, isTruncated })
    if (isTruncated) return
  }
}
