import { useState } from 'react'
import type { Item } from '#shared/api/item.ts'
import { useEarlyText } from '#web/frame/page/use-early-text.ts'
import { type Draft, draftKey, readDraft, storeDraft } from './comment-draft.ts'

/**
 * Returns the draft of a comment on `item`, or of a reply to the comment `answeredId`. The browser preserves the draft
 * until the comment is sent. `fieldId` is the id of the text area.
 */
export function useCommentDraft(fieldId: string, item: Item, answeredId: string | undefined) {
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
