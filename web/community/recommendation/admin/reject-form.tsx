import { RestoredNotice } from '#web/frame/admin/restored-notice.tsx'
import { useEditedForm } from '#web/frame/admin/use-edited-form.ts'
import { api } from '#web/frame/session/session.ts'
import { LongField } from '#web/ui/long-field.tsx'
import { DecisionForm } from '#web/catalogue/book/form/decision-form.tsx'
import { type DecisionProps, useDecision } from './use-decision.ts'
import { sendByKey } from '#web/ui/send-by-key.ts'

/** Common reasons for rejecting a recommendation. */
const rejectTemplates = [
  '理由还有些短，请写写它哪里打动你、和哪个地方有关。',
  '没有查到这本书，请核对书名、作者或 ISBN，也可以附上出版社的网址。',
  '这本书和已有的一本是同一部作品，请到那本书的页面去写推荐。',
  '书里没有具体的地方可以放到地图上，请补上它写到的地方。',
  '理由像是从别处抄来的，请用你自己的话写。',
]

const empty = { version: '', form: { note: '' } }

/** Form that rejects a recommendation; the reason is required, and common reasons are offered as templates. */
export function RejectForm({ seen, onClose, ...outcome }: DecisionProps) {
  const { values, change, finishEditing, discard } = useEditedForm(`rejection ${seen.id}`, empty)
  const { note } = values
  const attempt = useDecision(outcome, async () => {
    await api.recommendation.reject({ ...seen, note })
    finishEditing()
    return '退回了，理由已经发给推荐的人'
  })
  return (
    <DecisionForm
      className="reject-form"
      act={
        <>
          退回 <kbd>Ctrl Enter</kbd>
        </>
      }
      attempt={attempt}
      onClose={onClose}
    >
      <RestoredNotice discard={discard} />
      <ul className="reject-templates" aria-label="常用的理由">
        {rejectTemplates.map((template) => (
          <li key={template}>
            <button type="button" className="chip" onClick={() => change({ note: template })}>
              {template}
            </button>
          </li>
        ))}
      </ul>
      <LongField
        label="为什么退回（推荐的人会看到）"
        name="note"
        rows={3}
        maxLength={500}
        // The reason field takes the focus, because the editor usually opens the form by a keyboard shortcut.
        ref={focusFirst}
        value={note}
        error={attempt.errors['note']}
        hint="5–500 字。"
        onChange={(event) => change({ note: event.target.value })}
        onKeyDown={sendByKey(onClose)}
      />
    </DecisionForm>
  )
}

const focusFirst = (element: HTMLElement | null) => element?.focus()
