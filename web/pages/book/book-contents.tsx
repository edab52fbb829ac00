import { type RefObject, useEffect, useState } from 'react'
import type { Chapter } from '#shared/api/reader/reading.ts'
import { useHydrationMark } from '#web/frame/page/mark-hydrated.ts'
import { api } from '#web/frame/session/session.ts'
import { Unfold } from '#web/ui/unfold.tsx'
import './book-contents.css'

/** Number of chapters that are shown at once; the others unfold. */
const countShown = 8

interface BookContentsProps {
  id: string
  title: string
}

/**
 * The chapters of a book that can be read here, each with a link to the reader. The browser loads them when the user
 * comes near, because the server would have to read the file of the book for them. Pass the id of the book as `key`.
 */
export function BookContents({ id, title }: BookContentsProps) {
  const element = useHydrationMark<HTMLDivElement>()
  const chapters = useChapters(element, id).filter(({ label, at }) => at > 0 || label !== title)
  const rest = chapters.slice(countShown)
  return (
    <div data-late ref={element}>
      {chapters.length > 1 && (
        <section className="book-contents" aria-labelledby="contents-title">
          <h2 id="contents-title">目录</h2>
          <List id={id} chapters={chapters.slice(0, countShown)} />
          {rest.length > 0 && (
            <Unfold label={`展开另外 ${rest.length} 项`}>
              <List id={id} chapters={rest} />
            </Unfold>
          )}
        </section>
      )}
    </div>
  )
}

/** Returns the chapters of a book; none until the element is near the window, and if they cannot be loaded. */
function useChapters(element: RefObject<HTMLElement | null>, bookId: string): Chapter[] {
  const [list, setList] = useState<Chapter[]>([])
  useEffect(() => {
    const ending = new AbortController()
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        api.reading.contents({ bookId }, ending.signal).then(
          (answer) => setList(answer.list),
          // Without the chapters the page is still complete: the button above opens the reader, which has them.
          () => undefined,
        )
      },
      { rootMargin: '800px' },
    )
    if (element.current !== null) observer.observe(element.current)
    return () => {
      observer.disconnect()
      ending.abort()
    }
  }, [element, bookId])
  return list
}

function List({ id, chapters }: { id: string; chapters: Chapter[] }) {
  return (
    <ol>
      {chapters.map(({ at, label, countInside }) => (
        <li key={at}>
          <a href={`/book/${id}/read#chapter-${at + 1}`} data-reload>
            {label}
            {countInside > 0 && <span className="count">{countInside} 篇</span>}
          </a>
        </li>
      ))}
    </ol>
  )
}
