import { PlacePicker } from '#web/catalogue/place/place-picker.tsx'
import { BookFields } from './book-fields.tsx'
import { CoverField } from '#web/frame/upload/cover-field.tsx'
import type { DraftKey } from './draft-store.ts'
import { ReasonField } from './reason-field.tsx'
import { type Draft, type DraftErrors, maxPlaces } from '#web/catalogue/book/form/recommendation-draft.ts'
import { SentNote } from './sent-note.tsx'
import { TagChooser } from '#web/catalogue/tag/tag-chooser.tsx'
import { useDraft } from './use-draft.ts'
import { useSendRecommendation } from './use-send-recommendation.ts'

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
