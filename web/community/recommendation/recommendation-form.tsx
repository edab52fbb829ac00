import { PlacePicker } from '#web/catalogue/place/place-picker.tsx'
import { BookFields } from './book-fields.tsx'
import { CoverField } from '#web/frame/upload/cover-field.tsx'
import { type DraftKey, readUnsentDraft, removeUnsentDraft, storeUnsentDraft } from './draft-store.ts'
import {
  type Draft,
  type DraftErrors,
  maxPlaces,
  lengthOf,
  maxReason,
  minReason,
} from '#web/catalogue/book/form/recommendation-draft.ts'
import { TagChooser } from '#web/catalogue/tag/tag-chooser.tsx'
import { useSendRecommendation } from './use-send-recommendation.ts'
import { LongField } from '#web/ui/long-field.tsx'
import { CircleCheck } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { useEffect, useRef, useState } from 'react'

interface SentNoteProps {
  title: string
  isChange: boolean
  onAgain: () => void
}

interface ReasonFieldProps {
  value: string
  error?: string | undefined
  onChange: (reason: string) => void
  onLeave: () => void
}

interface RecommendationFormProps {
  draftKey: DraftKey
  initial: Draft
  /** Id of the recommendation to change; null for a new one. */
  editedId: string | null
}

/**
 * Form with which users recommend a book. The draft stays in the browser until the server has accepted the
 * recommendation.
 */
export function RecommendationForm({ draftKey, initial, editedId }: RecommendationFormProps) {
  const { draft, change, forget, isRestored } = useDraft(draftKey, initial)
  const sending = useSendRecommendation({ draft, draftKey, editedId, forget })
  const { form, errors, touch, isBusy, message, sentTitle, startAgain } = sending
  if (sentTitle !== null) return <SentNote title={sentTitle} isChange={editedId !== null} onAgain={startAgain} />
  return (
    <form className="recommendation-form" noValidate {...form}>
      {isRestored && (
        <p className="recommendation-restored">
          <span>这是你上次没写完的。</span>
          <button type="button" className="button button-quiet" onClick={() => forget(initial)}>
            从头写
          </button>
        </p>
      )}
      <BookFields draft={draft} errors={errors} change={change} touch={touch} editedId={editedId} />
      {draft.bookId === null && (
        <PlacePicker
          legend="它写到哪里"
          places={draft.places}
          max={maxPlaces}
          error={errors.places}
          complete={({ region: _, ...place }) => place}
          onChange={(places) => change({ places })}
          instead={
            <label className="recommendation-placeless">
              <input
                type="checkbox"
                checked={draft.isPlaceless}
                aria-invalid={errors.places !== undefined || undefined}
                onChange={({ target }) => change({ isPlaceless: target.checked })}
              />
              全书没有写到地方
            </label>
          }
        />
      )}
      <ReasonField
        value={draft.reason}
        error={errors.reason}
        onChange={(reason) => change({ reason })}
        onLeave={() => touch('reason')}
      />
      {draft.bookId === null && (
        <NewBookFields draft={draft} errors={errors} change={change} isVisitor={draftKey.userId === ''} />
      )}
      <p className="form-message" role="alert" hidden={message === ''}>
        {message}
      </p>
      <button type="submit" className="button button-wide" aria-disabled={isBusy}>
        {isBusy ? '正在提交……' : draftKey.userId === '' ? '登录并提交' : editedId === null ? '提交推荐' : '修改后提交'}
      </button>
    </form>
  )
}

interface NewBookFieldsProps {
  draft: Draft
  errors: DraftErrors
  change: (changed: Partial<Draft>) => void
  isVisitor: boolean
}

/** Form fields that are needed only for a book that the site does not have yet. */
function NewBookFields({ draft, errors, change, isVisitor }: NewBookFieldsProps) {
  return (
    <>
      <TagChooser
        legend="标签（可不选）"
        chosen={draft.tags}
        error={errors.tags}
        onChange={(tags) => change({ tags })}
      />
      <CoverField
        cover={draft.cover}
        isVisitor={isVisitor}
        error={errors.cover}
        onChange={(cover) => change({ cover })}
      />
    </>
  )
}

/** Text field for the reason of the recommendation, with a character count. */
function ReasonField({ value, error, onChange, onLeave }: ReasonFieldProps) {
  const length = lengthOf(value)
  return (
    <LongField
      label="为什么推荐"
      name="reason"
      rows={6}
      required
      placeholder="哪一段让你忘不掉？它和哪个地方连在一起？"
      value={value}
      error={error}
      hint={`${minReason}–${maxReason} 字，会署你的名字出现在书页上`}
      count={
        <span className="count reason-count">
          {length}/{maxReason}
        </span>
      }
      onBlur={onLeave}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** Message that the server has received the recommendation, with the next steps. */
function SentNote({ title, isChange, onAgain }: SentNoteProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that sent the form no longer exists, so the focus moves to this heading for users of keyboards and
  // screen readers.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="empty recommendation-sent">
      <Icon of={CircleCheck} size={40} />
      <h2 tabIndex={-1} ref={heading}>
        收到了，谢谢你
      </h2>
      <p>
        《{title}》{isChange ? '已修改，' : ''}正在等编辑看。有了结果会在消息里告诉你，在那之前随时可以改。
      </p>
      <p className="recommendation-next">
        <a className="button" href="/user/userInfo#recommend">
          看我的推荐
        </a>
        {!isChange && (
          <button type="button" className="button button-quiet" onClick={onAgain}>
            再推荐一本
          </button>
        )}
      </p>
    </div>
  )
}

/** Returns the current draft of a recommendation. The browser stores the draft as soon as the user has changed it. */
function useDraft(key: DraftKey, initial: Draft) {
  const [stored] = useState(() => readUnsentDraft(key))
  const [draft, setDraft] = useState(stored ?? initial)
  const [isChanged, setIsChanged] = useState(stored !== null)
  const { userId, subject } = key
  useEffect(() => {
    if (isChanged) storeUnsentDraft({ userId, subject }, draft)
  }, [userId, subject, draft, isChanged])
  const change = (changed: Partial<Draft>) => {
    setDraft((current) => ({ ...current, ...changed }))
    setIsChanged(true)
  }
  const forget = (begin: Draft) => {
    removeUnsentDraft(key)
    setIsChanged(false)
    setDraft(begin)
  }
  return { draft, change, forget, isRestored: stored !== null && isChanged }
}
