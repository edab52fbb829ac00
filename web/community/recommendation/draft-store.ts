import { type Draft, emptyDraft } from '#web/catalogue/book/form/recommendation-draft.ts'

const key = 'recommend-drafts'
/** Maximum number of stored drafts of recommendations; the oldest ones are removed. */
const maxDrafts = 12
const visitor = 'visitor'

/**
 * Key of a stored draft of a recommendation. `subject` says what the draft is about: a recommendation to change or
 * repeat, a book, a title that a search did not find, or nothing in particular.
 */
export interface DraftKey {
  userId: string
  subject: string
}

/** Returns the stored draft of a recommendation. A user who logs in also finds the draft they wrote as a visitor. */
export function readUnsentDraft({ userId, subject }: DraftKey): Draft | null {
  const drafts = readAll()
  return drafts[nameOf(userId, subject)] ?? (userId === '' ? null : (drafts[nameOf('', subject)] ?? null))
}

/**
 * Stores the draft of a recommendation as the most recent one. The draft of a visitor is moved to the user who logs in.
 */
export function storeUnsentDraft({ userId, subject }: DraftKey, draft: Draft) {
  const { [nameOf(userId, subject)]: _, ...others } = withoutVisitor(readAll(), userId, subject)
  writeAll({ ...others, [nameOf(userId, subject)]: draft })
}

export function removeUnsentDraft({ userId, subject }: DraftKey) {
  const { [nameOf(userId, subject)]: _, ...others } = withoutVisitor(readAll(), userId, subject)
  writeAll(others)
}

function withoutVisitor(drafts: Record<string, Draft>, userId: string, subject: string) {
  if (userId === '') return drafts
  const { [nameOf('', subject)]: _, ...others } = drafts
  return others
}

const nameOf = (userId: string, subject: string) => `${userId || visitor} ${subject}`

function readAll(): Record<string, Draft> {
  try {
    const drafts = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, Partial<Draft>>
    return Object.fromEntries(Object.entries(drafts).map(([name, draft]) => [name, completeDraft(draft)]))
  } catch {
    // If the stored drafts are unreadable, or the browser refuses storage, the list of drafts is empty.
    return {}
  }
}

/** Fills missing fields of a draft, because another version of the site may have stored it. */
function completeDraft(draft: Partial<Draft>): Draft {
  const known = Object.entries(emptyDraft).map(([field, empty]) => {
    const value: unknown = draft[field as keyof Draft]
    const isLike = Array.isArray(empty) ? Array.isArray(value) : empty === null || typeof value === typeof empty
    return [field, isLike && value !== undefined ? value : empty]
  })
  return Object.fromEntries(known) as Draft
}

function writeAll(drafts: Record<string, Draft>) {
  try {
    localStorage.setItem(key, JSON.stringify(Object.fromEntries(Object.entries(drafts).slice(-maxDrafts))))
  } catch {
    // A browser in private mode may refuse storage; the draft of a recommendation then lasts until the page is closed.
  }
}
