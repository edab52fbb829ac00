import type { Item } from '#shared/api/item.ts'

/** The text of an unfinished comment, and the time the user began to write it. */
export interface Draft {
  text: string
  since: number
}

/** Returns the key under which the browser stores the draft of a comment on an item, or of a reply to a comment. */
export function draftKey({ itemType, itemId }: Item, answered?: string) {
  return `draft:${itemType}:${itemId}${answered === undefined ? '' : `:${answered}`}`
}

export function readDraft(key: string): Draft {
  try {
    const { text, since } = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Draft>
    return { text: text ?? '', since: since ?? Date.now() }
  } catch {
    return { text: '', since: Date.now() }
  }
}

export function storeDraft(key: string, draft: Draft) {
  try {
    if (draft.text === '') localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // If the browser's storage cannot be used, the draft of a comment lasts until the page is closed.
  }
}
