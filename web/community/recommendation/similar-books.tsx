import { useEffect, useState } from 'react'
import type { Output } from '#shared/api/endpoint.ts'
import type { recommendation } from '#shared/api/book/recommendation.ts'
import { BookCover } from '#web/catalogue/book/book-cover.tsx'
import { api } from '#web/frame/session/session.ts'
import { authorsOf, type Draft } from '#web/catalogue/book/form/recommendation-draft.ts'
import { statusNames } from './recommendation-words.ts'
import './similar-books.css'

type Similar = Output<(typeof recommendation)['similar']>

interface SimilarBooksProps {
  draft: Draft
  editedId: string | null
  onJoin: (changed: Partial<Draft>) => void
}

/** List of existing books that may be the book that the user is typing. */
export function SimilarBooks({ draft, editedId, onJoin }: SimilarBooksProps) {
  const { books, own: all } = useSimilar(draft)
  const own = all.filter(({ id }) => id !== editedId)
  const hasSame = books.some(({ isSame }) => isSame)
  const notice = books.length === 0 ? '' : hasSame ? '这本书已经在了' : '是不是这里面的一本？'
  return (
    <div className="similar-books">
      <p className="visually-hidden" role="status">
        {notice}
      </p>
      {books.length > 0 && (
        <section className="similar-panel" aria-label={notice}>
          <p className="similar-heading">{notice}</p>
          <ul>
            {books.map(({ id, title, authors, cover }) => (
              <li key={id}>
                <BookCover id={id} title={title} cover={cover} />
                <span className="similar-title">
                  <a href={`/book/${id}`} target="_blank" rel="noopener">
                    《{title}》
                  </a>
                  <span className="form-note">{authors.join('、')}</span>
                </span>
                <button
                  type="button"
                  className="button button-quiet"
                  onClick={() => onJoin({ bookId: id, title, authors: authors.join('、') })}
                >
                  去给它写推荐<span className="visually-hidden">：《{title}》</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {own.length > 0 && (
        <p className="form-note">
          你推荐过《{own[0]?.title}》（{own[0] && statusNames[own[0].status]}），
          <a href="/user/userInfo#recommend">到我的推荐里看看</a>。
        </p>
      )}
    </div>
  )
}

const nothing: Similar = { books: [], own: [] }
/** Milliseconds to wait after the last key press before similar books are requested (debounce). */
const debounceMs = 250

function useSimilar({ isbn, title, authors }: Draft): Similar {
  const asked = JSON.stringify([isbn, title.trim(), authorsOf(authors)])
  const [answer, setAnswer] = useState<{ asked: string; similar: Similar } | null>(null)
  useEffect(() => {
    const [isbn, title, authors] = JSON.parse(asked) as [string, string, string[]]
    if (isbn === '' && title === '') return undefined
    const controller = new AbortController()
    const searchInput = { isbn, title: [...title].slice(0, 100).join(''), authors: authors.slice(0, 8) }
    const timer = setTimeout(() => {
      // If the request for similar books fails, no warning is shown; editors see duplicates later.
      api.recommendation.similar(searchInput, controller.signal).then(
        (similar) => setAnswer({ asked, similar }),
        () => undefined,
      )
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [asked])
  const isEmpty = isbn === '' && title.trim() === ''
  // The last list of similar books stays visible while the next one is loading, so that the layout does not jump.
  return isEmpty ? nothing : (answer?.similar ?? nothing)
}
