import { EyeOff } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { ensureLogin } from '#web/community/reaction/intention.ts'
import type { Item } from '#shared/api/item.ts'
import { useIntention } from '#web/community/reaction/use-intention.ts'
import { isLoggedIn, useSession } from '#web/frame/session/session-store.ts'
import { useEarlyText } from '#web/frame/page/use-early-text.ts'
import { type Draft, draftKey, readDraft, storeDraft } from './comment-draft.ts'

const maxLength = 2000

export interface Writing {
  content: string
  elapsed: number
  website: string
}

interface CommentFormProps {
  item: Item
  /** The comment to which the user replies, and the name of its author. */
  answered?: { id: string; name: string }
  onSend: (writing: Writing) => void
  onClose?: () => void
}

/** Form for a comment or reply. The draft is stored in the browser until the comment is sent. */
export function CommentForm({ item, answered, onSend, onClose }: CommentFormProps) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const { draft, write, clear } = useCommentDraft(id, item, answered?.id)
  const isAnswer = answered !== undefined
  useEffect(() => {
    if (isAnswer) area.current?.focus()
  }, [isAnswer])
  useIntention(item, isAnswer ? [] : ['comment'], () => {
    area.current?.scrollIntoView({ block: 'center' })
    area.current?.focus()
  })
  const fold = () => {
    if (area.current === null) return
    const { selectionStart: start, selectionEnd: end } = area.current
    const chosen = draft.text.slice(start, end) || '这里写剧透'
    write(`${draft.text.slice(0, start)}||${chosen}||${draft.text.slice(end)}`)
    area.current.focus()
  }
  const length = [...draft.text.trim()].length
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (
      length === 0 ||
      length > maxLength ||
      !ensureLogin(item, isAnswer ? { act: 'answer', id: answered.id } : { act: 'comment' })
    )
      return
    const website = String(new FormData(event.currentTarget).get('website') ?? '')
    onSend({ content: draft.text.trim(), elapsed: Math.max(Date.now() - draft.since, 0), website })
    clear()
  }
  return (
    <form className="comment-form" onSubmit={submit} aria-label={isAnswer ? `回复 ${answered.name}` : '写评论'}>
      <label className="visually-hidden" htmlFor={id}>
        {isAnswer ? `回复 ${answered.name}` : '写评论'}
      </label>
      <textarea
        id={id}
        ref={area}
        value={draft.text}
        rows={isAnswer ? 2 : 3}
        placeholder={isAnswer ? `回复 ${answered.name}` : '读到了什么，说给后来的人听'}
        onChange={({ target }) => write(target.value)}
        onKeyDown={({ key, ctrlKey, metaKey, currentTarget }) => {
          if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit()
          if (key === 'Escape') onClose?.()
        }}
      />
      <input className="visually-hidden" name="website" tabIndex={-1} autoComplete="off" aria-hidden="true" />
      <FormRow length={length} isAnswer={isAnswer} onFold={fold} onClose={onClose} />
    </form>
  )
}

interface FormRowProps {
  /** Length of the comment in characters. */
  length: number
  isAnswer: boolean
  onFold: () => void
  onClose: (() => void) | undefined
}

/** The buttons of the comment form, and the number of remaining characters once it is low. */
function FormRow({ length, isAnswer, onFold, onClose }: FormRowProps) {
  const session = useSession()
  const isVisitor = session.isChecked && !isLoggedIn(session)
  return (
    <div className="comment-form-row">
      <button type="button" className="text-button" onClick={onFold}>
        <Icon of={EyeOff} size={18} />
        折起剧透
      </button>
      <span className="count" role="status">
        {length > maxLength - 200 &&
          (length > maxLength ? `多了 ${length - maxLength} 个字` : `还能写 ${maxLength - length} 个字`)}
      </span>
      {onClose && (
        <button type="button" className="button button-quiet" onClick={onClose}>
          取消
        </button>
      )}
      <button type="submit" className="button" disabled={length === 0 || length > maxLength}>
        {isVisitor ? '登录后发表' : isAnswer ? '回复' : '发表'}
      </button>
    </div>
  )
}

/**
 * Returns the draft of a comment on `item`, or of a reply to the comment `answeredId`. The browser preserves the draft
 * until the comment is sent. `fieldId` is the id of the text area.
 */
function useCommentDraft(fieldId: string, item: Item, answeredId: string | undefined) {
  const key = draftKey(item, answeredId)
  const [draft, setDraft] = useState<Draft>({ text: '', since: 0 })
  const save = (next: Draft) => {
    setDraft(next)
    storeDraft(key, next)
  }
  // The server's HTML is the same for everybody, so a stored draft appears only after hydration.
  useEarlyText(fieldId, (typed) => {
    if (typed === '') setDraft(readDraft(key))
    else save({ text: typed, since: Math.trunc(performance.timeOrigin) })
  })
  return {
    draft,
    write: (text: string) => save({ text, since: draft.text === '' ? Date.now() : draft.since }),
    /** Empties the comment field. The stored draft stays until the server has saved the comment. */
    clear: () => setDraft({ text: '', since: 0 }),
  }
}
