import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigate } from 'react-router'
import { Failure } from '#shared/api/failure.ts'
import { PlacePicker } from '#web/place/place-picker.tsx'
import { api } from '#web/session/session.ts'
import { focusFirstWrong } from '#web/ui/use-submit.ts'
import { BookFields } from './book-fields.tsx'
import { CoverField } from '#web/upload/cover-field.tsx'
import type { DraftKey } from './draft-store.ts'
import { ReasonField } from './reason-field.tsx'
import { checkDraft, type Draft, type DraftErrors, emptyDraft, maxPlaces, toldOf } from './recommendation-draft.ts'
import { SentNote } from './sent-note.tsx'
import { TagChooser } from '#web/tag/tag-chooser.tsx'
import { useDraft } from './use-draft.ts'

interface RecommendFormProps {
  draftKey: DraftKey
  initial: Draft
  /** The recommendation that is changed; null for a new one. */
  editedId: string | null
}

/** Everything one says of a book. What was written stays, in the browser too, until it has been taken in. */
export function RecommendationForm({ draftKey, initial, editedId }: RecommendFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { draft, change, forget, isRestored } = useDraft(draftKey, initial)
  const { shown, touch, submit, isBusy, message, sent, again } = useSending({ draft, draftKey, editedId, forget })
  if (sent !== null) return <SentNote title={sent} isChange={editedId !== null} onAgain={again} />
  const isNew = draft.bookId === null
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit().then((isRight) => isRight || focusFirstWrong(form.current))
  }
  return (
    <form className="recommendation-form" ref={form} noValidate onSubmit={handleSubmit}>
      {isRestored && (
        <p className="recommendation-restored">
          <span>这是你上次没写完的。</span>
          <button type="button" className="button button-quiet" onClick={() => forget(initial)}>
            从头写
          </button>
        </p>
      )}
      <BookFields draft={draft} errors={shown} change={change} touch={touch} editedId={editedId} />
      <ReasonField
        value={draft.reason}
        error={shown.reason}
        onChange={(reason) => change({ reason })}
        onLeave={() => touch('reason')}
      />
      {isNew && (
        <>
          <TagChooser
            legend="标签（可不选）"
            chosen={draft.tags}
            error={shown.tags}
            onChange={(tags) => change({ tags })}
          />
          <PlacePicker
            legend="写到的地方（可不填）"
            places={draft.places}
            max={maxPlaces}
            error={shown.places}
            complete={({ region: _, ...place }) => place}
            onChange={(places) => change({ places })}
          />
          <CoverField
            cover={draft.cover}
            isVisitor={draftKey.userId === ''}
            error={shown.cover}
            onChange={(cover) => change({ cover })}
          />
        </>
      )}
      <p className="form-message" role="alert" hidden={message === ''}>
        {message}
      </p>
      <button type="submit" className="button button-wide" aria-disabled={isBusy}>
        {isBusy
          ? '正在提交……'
          : draftKey.userId === ''
            ? '登录并提交'
            : editedId === null
              ? '提交推荐'
              : '改好了，提交'}
      </button>
    </form>
  )
}

interface Sending {
  draft: Draft
  draftKey: DraftKey
  editedId: string | null
  forget: (begin: Draft) => void
}

/** Checks and sends what was written; a visitor logs in on the way and finds it as it was. */
function useSending({ draft, draftKey, editedId, forget }: Sending) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [touched, setTouched] = useState<Set<string>>(new Set())
  const [refused, setRefused] = useState<{ draft: Draft; errors: DraftErrors; message: string } | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [sent, setSent] = useState<string | null>(null)
  const wrong = checkDraft(draft)
  const noticed = Object.entries(wrong).filter(([field]) => touched.has('all') || touched.has(field))
  const said = refused?.draft === draft ? refused.errors : {}
  /** Says whether it was right; what was not is shown by then. */
  const submit = async (): Promise<boolean> => {
    flushSync(() => setTouched(new Set(['all'])))
    if (Object.keys(wrong).length > 0 || isBusy) return false
    if (draftKey.userId === '') {
      await navigate(`/user/login?redirect=${encodeURIComponent(pathname + search)}`, {
        state: { notice: '登录之后就可以提交，写好的都还在。' },
      })
      return true
    }
    setIsBusy(true)
    try {
      const told = toldOf(draft)
      const { title } = await (editedId === null
        ? api.recommendation.create(told)
        : api.recommendation.update({ id: editedId, ...told }))
      forget(emptyDraft)
      setSent(title)
      return true
    } catch (error) {
      flushSync(() => setRefused({ draft, ...describeRefusal(error) }))
      return false
    } finally {
      setIsBusy(false)
    }
  }
  return {
    shown: { ...Object.fromEntries(noticed), ...said } as DraftErrors,
    /** What has been left empty so far is not wrong yet. */
    touch: (field: keyof Draft) => draft[field] !== '' && setTouched(new Set([...touched, field])),
    submit,
    isBusy,
    message: refused?.message ?? '',
    sent,
    again: () => {
      setTouched(new Set())
      setSent(null)
    },
  }
}

/** What the server says of a part of a field belongs to the whole of it. */
function describeRefusal(error: unknown): { errors: DraftErrors; message: string } {
  if (!(error instanceof Failure)) return { errors: {}, message: '页面出错了，请再试一次；写好的都还在' }
  const fields = Object.entries(error.data?.fields ?? {})
  const errors = Object.fromEntries(
    fields.map(([field, said]) => [field.split('.')[0]?.replace('isbn13', 'isbn'), said]),
  )
  return { errors, message: error.message }
}
