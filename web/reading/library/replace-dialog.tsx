import { useId, useState } from 'react'
import type { TextChanges } from '#shared/api/book/text-changes.ts'
import { replacedTextDays, shorterFraction } from '#shared/replaced-text.ts'
import type { TextChoice } from '#shared/text-choice.ts'
import { AskDialog, useCloseDialog } from '#web/ui/ask-dialog.tsx'
import { useAnswer } from '#web/ui/use-answer.ts'
import { useForm } from '#web/ui/use-form.ts'
import { api } from '#web/frame/session/session.ts'
import { TextChangesList } from './text-changes-list.tsx'

/**
 * An editor's confirmation that an uploaded file replaces a text: the version of the old text that the editor saw, and
 * whether the new text may be shorter than the old one.
 */
export interface Replacement {
  replaces: { fileId: string; version: string }
  replaceWithShorter: boolean
}

interface DialogProps {
  importId: string
  /** The id of the text that the uploaded file would replace. */
  fileId: string
  choice: TextChoice
  onReplace: (replacement: Replacement) => Promise<void>
  onClose: () => void
}

/** Dialog that shows what changes if an uploaded file replaces a text of the book, and asks for confirmation. */
export function ReplaceDialog({ onClose, ...asked }: DialogProps) {
  return (
    <AskDialog heading="替换这份正文？" onClose={onClose}>
      <ReplaceForm {...asked} />
    </AskDialog>
  )
}

function ReplaceForm({ importId, fileId, choice, onReplace }: Omit<DialogProps, 'onClose'>) {
  const close = useCloseDialog()
  const [compare] = useState(
    () => (signal?: AbortSignal) => api.library.compareTexts({ id: importId, fileId, text: choice }, signal),
  )
  const { data: changes, message: failure, reload } = useAnswer(compare)
  const [isShorterMeant, setShorterMeant] = useState(false)
  const isLess = changes !== undefined && (changes.isShorter || changes.isSample)
  const { isBusy, message, form } = useForm(async () => {
    if (changes === undefined) return
    const { version } = changes
    try {
      await onReplace({ replaces: { fileId, version }, replaceWithShorter: isShorterMeant })
    } catch (error) {
      // Another editor may have replaced the text meanwhile, so the comparison is made again.
      reload()
      throw error
    }
    close()
  })
  return (
    <form className="form" {...form}>
      {changes === undefined && !failure && <p role="status">正在比较两份正文……</p>}
      {changes && <TextChangesList changes={changes} />}
      {changes && <p className="form-note">换下的一版留 {replacedTextDays} 天，在「已导入」里可以换回。</p>}
      {isLess && <ShorterChoice changes={changes} isMeant={isShorterMeant} onChange={setShorterMeant} />}
      {(message || failure) && (
        <p className="form-message" role="alert">
          {message || failure}
        </p>
      )}
      <div className="ask-dialog-buttons">
        <button type="button" className="button button-quiet" onClick={close}>
          算了
        </button>
        <button
          type="submit"
          className="button"
          disabled={changes === undefined || (isLess && !isShorterMeant)}
          aria-disabled={isBusy}
        >
          替换
        </button>
      </div>
    </form>
  )
}

interface ShorterProps {
  changes: TextChanges
  isMeant: boolean
  onChange: (isMeant: boolean) => void
}

/**
 * Warns that the new text is shorter than the old one or seems to be an excerpt, and asks whether it shall replace the
 * old text nevertheless.
 */
function ShorterChoice({ changes: { isShorter }, isMeant, onChange }: ShorterProps) {
  const id = useId()
  return (
    <div className="shorter-choice">
      <p id={id} role="alert">
        {isShorter ? `新的不到旧的${tenths}成，像是节选。` : '新的像是试读本，不是全书。'}
      </p>
      <label>
        <input type="checkbox" checked={isMeant} aria-describedby={id} onChange={() => onChange(!isMeant)} />
        我知道，确实换成更短的
      </label>
    </div>
  )
}

const tenths = '零一二三四五六七八九'[Math.round(shorterFraction * 10)] ?? ''
