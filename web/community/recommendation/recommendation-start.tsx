import { useCallback } from 'react'
import { useLocation } from 'react-router'
import { isId } from '#shared/id.ts'
import { AnswerPlaceholder } from '#web/ui/answer-placeholder.tsx'
import { useAnswer } from '#web/ui/use-answer.ts'
import { api } from '#web/frame/session/session.ts'
import { useSession } from '#web/frame/session/session-store.ts'
import { type Draft, draftOf, emptyDraft } from '#web/catalogue/book/form/recommendation-draft.ts'
import { readShared } from './read-shared.ts'
import { RecommendationForm } from './recommendation-form.tsx'

/**
 * The way in which the page's URL asks to start the recommendation form: edit a recommendation, repeat an old one,
 * recommend a certain book or title, begin with what another app has shared, or start with an empty form.
 */
interface Asked {
  kind: 'edit' | 'again' | 'book' | 'shared' | 'title' | 'any'
  value: string
}

function readAsked(search: string): Asked {
  const params = new URLSearchParams(search)
  const [id, from, book] = ['id', 'from', 'book'].map((name) => params.get(name) ?? '')
  if (id && isId(id)) return { kind: 'edit', value: id }
  if (from && isId(from)) return { kind: 'again', value: from }
  if (book && isId(book)) return { kind: 'book', value: book }
  if (readShared(params) !== null) return { kind: 'shared', value: search }
  const title = [...(params.get('title') ?? '').trim()].slice(0, 100).join('')
  return title ? { kind: 'title', value: title } : { kind: 'any', value: '' }
}

/** The recommendation form with initial values, which depend on the page's URL. */
export function RecommendationStart() {
  const { search } = useLocation()
  const userId = useSession((state) => state.userInfo.id)
  const { kind, value } = readAsked(search)
  const load = useCallback((signal?: AbortSignal) => begin({ kind, value }, signal), [kind, value])
  const { data, message } = useAnswer(load)
  if (data === undefined || message) return <AnswerPlaceholder message={message} />
  return (
    <RecommendationForm
      key={`${userId} ${kind} ${value}`}
      draftKey={{ userId, subject: `${kind} ${value}`.trim() }}
      initial={data}
      editedId={kind === 'edit' ? value : null}
    />
  )
}

async function begin({ kind, value }: Asked, signal?: AbortSignal): Promise<Draft> {
  if (kind === 'edit') return draftOf(await api.recommendation.show({ id: value }, signal))
  // The cover is not copied from the old recommendation, because an uploaded picture belongs to one recommendation.
  if (kind === 'again') return { ...draftOf(await api.recommendation.show({ id: value }, signal)), cover: null }
  if (kind === 'book') {
    const { id, title, authors } = await api.book.show({ id: value }, signal)
    return { ...emptyDraft, title, authors: authors.join('、'), bookId: id }
  }
  if (kind === 'shared') return readShared(new URLSearchParams(value)) ?? emptyDraft
  return { ...emptyDraft, title: value }
}
