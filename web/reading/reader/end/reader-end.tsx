import { BookOpen, Check } from 'lucide'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Item } from '#shared/api/item.ts'
import type { RelatedBook } from '#shared/api/book/book.ts'
import type { Ratings } from '#shared/api/community/reaction.ts'
import { BookCover } from '#web/catalogue/book/book-cover.tsx'
import { storeIntention } from '#web/community/reaction/intention.ts'
import { useLoadMyReaction } from '#web/community/reaction/my-reaction-store.ts'
import { RatingStars } from '#web/community/reaction/rating-stars.tsx'
import type { ReadBook } from '#web/reading/reader/state/read-book.ts'
import { swipeEndPage } from './handle-swipe.ts'
import { watchSwipes } from '#web/reading/reader/view/watch-swipes.ts'
import { noteEndShown } from './end-address.ts'
import { ReadingSummary } from './reading-summary.tsx'
import { saveProgress } from '#web/reading/reader/progress/save-progress.ts'
import { useReader } from '#web/reading/reader/state/reader-store.ts'
import { hideEnd, readFromBeginning } from '#web/reading/reader/state/turn-page.ts'
import { useReturnFocus } from '#web/reading/reader/state/use-return-focus.ts'
import { api } from '#web/frame/session/session.ts'
import { readToken } from '#web/frame/session/token.ts'
import { useShelf } from '#web/community/shelf/use-shelf.ts'
import { Icon } from '#web/ui/icon.tsx'
import '#web/community/reaction/reaction.css'
import './reader-end.css'

/** Number of books to read next that are shown. */
const countNext = 4

const noticeOfMarked = (
  <>
    已经标为读过了，日子和笔记在<a href="/user/userInfo#shelf">书架</a>上改。
  </>
)

/**
 * The page after the last page of a book: the user sees how long they have read, marks the book as read, rates it and
 * comments on it, finds the next one, or goes back to the page of the book or to its text.
 */
export function ReaderEnd({ book: { id, title } }: { book: ReadBook }) {
  const item = { itemType: 'book', itemId: id } as const
  const page = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [notice, setNotice] = useState<ReactNode>('')
  const { shelf, choose } = useShelf(id, { onNotice: setNotice })
  const { ratings, related, isOffline } = useEnding(id)
  useLoadMyReaction(item)
  useReturnFocus()
  useEffect(noteEndShown, [])
  useEffect(() => {
    // A book of one page is read to its end without any turn of a page.
    const { position } = useReader.getState()
    if (position?.fraction === 1) saveProgress(position)
    heading.current?.focus({ preventScroll: true })
    if (page.current !== null) watchSwipes(page.current, swipeEndPage)
  }, [])
  return (
    <section className="reader-end" aria-labelledby="reader-end-title" ref={page}>
      <div>
        <h2 id="reader-end-title" tabIndex={-1} ref={heading}>
          《{title}》读完了
        </h2>
        <ReadingSummary bookId={id} />
        <button
          type="button"
          className="reaction-button"
          aria-pressed={shelf?.state === 'read'}
          // A second press would remove the day and the note of the shelf entry without a word.
          onClick={() => (shelf?.state === 'read' ? setNotice(noticeOfMarked) : choose('read'))}
        >
          <Icon of={Check} size={18} />
          标为读过
        </button>
        {ratings && <RatingStars item={item} ratings={ratings} onNotice={setNotice} />}
        <p className="reaction-notice" role="status">
          {notice}
        </p>
        <p className="reader-end-ways">
          <CommentLink item={item} />
          <a className="button button-quiet" href={`/book/${id}`}>
            回到书页
          </a>
          <button type="button" className="button button-quiet" onClick={readFromBeginning}>
            从头再读
          </button>
          <button type="button" className="button button-quiet" onClick={hideEnd}>
            回到正文
          </button>
        </p>
        {isOffline && <p>没有连上服务器，接着读哪一本，等有网络再看。</p>}
        {related.length > 0 && <NextBooks books={related} />}
      </div>
    </section>
  )
}

/** Link to the form for a comment on the page of the book; a logged-in user can type there at once. */
function CommentLink({ item }: { item: Item }) {
  const focusForm = () => {
    if (readToken() !== null) storeIntention(item, { act: 'comment' })
  }
  return (
    <a className="button button-quiet" href={`/book/${item.itemId}#comments`} onClick={focusForm}>
      写评论
    </a>
  )
}

function NextBooks({ books }: { books: RelatedBook[] }) {
  return (
    <section aria-labelledby="reader-next-title">
      <h3 id="reader-next-title">接着读</h3>
      <ul className="reader-next">
        {books.map(({ id, title, authors, cover, hasText, reason }) => (
          <li key={id}>
            <a href={`/book/${id}`} aria-hidden="true" tabIndex={-1}>
              <BookCover id={id} title={title} cover={cover} />
            </a>
            <div>
              <a className="reader-next-title" href={`/book/${id}`}>
                《{title}》
              </a>
              <p className="reader-next-authors">{authors.join('、')}</p>
              <p>{reason.text}</p>
            </div>
            {hasText && (
              <a className="button button-quiet" href={`/book/${id}/read`} data-reload>
                <Icon of={BookOpen} size={18} />
                在线阅读<span className="visually-hidden">《{title}》</span>
              </a>
            )}
          </li>
        ))}
      </ul>
      <p>
        <a href="/book/freeBook">看全部免费书</a>
      </p>
    </section>
  )
}

interface Ending {
  /** The ratings of the book; null until they are loaded. */
  ratings: Ratings | null
  /** The books to read next, first those that can be read here. */
  related: RelatedBook[]
  isOffline: boolean
}

/** Milliseconds between two attempts to reach the server, because browsers do not report the end of every failure. */
const retryInterval = 10_000

function useEnding(bookId: string): Ending {
  const [state, setState] = useState<Ending>({ ratings: null, related: [], isOffline: false })
  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    let retrying: ReturnType<typeof setTimeout> | undefined
    const load = () => {
      clearTimeout(retrying)
      retrying = undefined
      Promise.all([
        api.reaction.ratings({ itemType: 'book', itemId: bookId }, signal),
        api.book.related({ id: bookId }, signal),
      ]).then(
        ([ratings, { list }]) => {
          const related = list.toSorted((one, other) => Number(other.hasText) - Number(one.hasText)).slice(0, countNext)
          setState({ ratings, related, isOffline: false })
        },
        () => {
          if (signal.aborted) return
          setState({ ratings: null, related: [], isOffline: true })
          retrying = setTimeout(load, retryInterval)
        },
      )
    }
    load()
    window.addEventListener('online', () => retrying !== undefined && load(), { signal })
    return () => {
      ending.abort()
      clearTimeout(retrying)
    }
  }, [bookId])
  return state
}
