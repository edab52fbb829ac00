import { useEffect, useRef, useState } from 'react'
import { SearchForm } from '#web/reading/reader/search/search-form.tsx'
import { percent } from '#web/reading/reader/progress/save-progress.ts'
import { jump, useReader } from '#web/reading/reader/state/reader-store.ts'
import { searchBook } from '#web/reading/reader/search/search-book.ts'
import type { SearchHit } from '#web/reading/reader/search/search-document.ts'

export function SearchPanel() {
  const input = useRef<HTMLInputElement>(null)
  const { query, submit, isFailed } = useBookSearch()
  const search = useReader((state) => state.search)
  useEffect(() => {
    input.current?.focus({ preventScroll: true })
    input.current?.select()
    return () => useReader.getState().view?.clearFound()
  }, [])
  return (
    <>
      <SearchForm
        ref={input}
        label="要找的字"
        button="找"
        name="q"
        placeholder="简体繁体都找得到"
        searched={query}
        maxLength={50}
        onEscape={() => useReader.setState({ panel: null })}
        onSearch={(text) => void submit(text)}
      />
      <p className="reader-note" role="status">
        {isFailed ? '没有找完：连不上服务器，请检查网络后再试。' : search && describe(search, query)}
      </p>
      <ol className="reader-found">
        {search?.found.map((hit) => (
          <SearchHitItem key={hit.locator} hit={hit} />
        ))}
      </ol>
    </>
  )
}

function describe(
  { found, done, isTruncated }: { found: SearchHit[]; done: number; isTruncated: boolean },
  query: string,
): string {
  if (isTruncated) return `太多了，只列出最前面的 ${found.length} 处`
  if (done < 1) return `已找过 ${percent(done)}，${found.length} 处`
  return found.length === 0 ? `书里没有「${query}」` : `共 ${found.length} 处`
}

function SearchHitItem({ hit: { section, locator, chapter, before, match, after } }: { hit: SearchHit }) {
  return (
    <li>
      <button type="button" onClick={() => void jump((view) => view.showFound(section, locator))}>
        <span className="reader-found-chapter">{chapter}</span>
        {before}
        <mark>{match}</mark>
        {after}
      </button>
    </li>
  )
}

/**
 * React hook that searches the text of the book. A new search cancels the running search, and the hits stay while the
 * book is open.
 */
function useBookSearch() {
  const query = useReader((state) => state.query)
  const [isFailed, setIsFailed] = useState(false)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const submit = async (newQuery: string) => {
    const { outline, view } = useReader.getState()
    running.current?.abort()
    const ending = (running.current = new AbortController())
    setIsFailed(false)
    useReader.setState({ query: newQuery, search: null })
    if (newQuery === '' || outline === null || view === null) return
    try {
      await searchBook(
        outline,
        (path) => view.hrefOf(path),
        newQuery,
        ending.signal,
        (search) => useReader.setState({ search }),
      )
    } catch {
      if (!ending.signal.aborted) setIsFailed(true)
    }
  }
  return { query, submit, isFailed }
}
