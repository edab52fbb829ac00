import { type Draft, emptyDraft } from './recommendation-draft.ts'

const key = 'recommend-drafts'
/** Older ones than so many are let go. */
const kept = 12
const visitor = 'visitor'

/** Whose draft, and of what: a recommendation that is changed, a book, a title somebody looked for in vain, or just one. */
export interface DraftKey {
  userId: string
  subject: string
}

/** What was being written; a reader finds what he wrote before he logged in. */
export function readDraft({ userId, subject }: DraftKey): Draft | null {
  const drafts = readAll()
  return drafts[nameOf(userId, subject)] ?? (userId === '' ? null : (drafts[nameOf('', subject)] ?? null))
}

/** Keeps it as the last that was written. What a visitor wrote belongs to the reader he turns out to be. */
export function storeDraft({ userId, subject }: DraftKey, draft: Draft) {
  const { [nameOf(userId, subject)]: _, ...others } = withoutVisitor(readAll(), userId, subject)
  writeAll({ ...others, [nameOf(userId, subject)]: draft })
}

export function removeDraft({ userId, subject }: DraftKey) {
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
    return Object.fromEntries(Object.entries(drafts).map(([name, draft]) => [name, legible(draft)]))
  } catch {
    // Nothing legible is kept, or nothing may be.
    return {}
  }
}

/** What is kept may be of another version of the site. */
function legible(draft: Partial<Draft>): Draft {
  const known = Object.entries(emptyDraft).map(([field, empty]) => {
    const value: unknown = draft[field as keyof Draft]
    const isLike = Array.isArray(empty) ? Array.isArray(value) : empty === null || typeof value === typeof empty
    return [field, isLike && value !== undefined ? value : empty]
  })
  return Object.fromEntries(known) as Draft
}

function writeAll(drafts: Record<string, Draft>) {
  try {
    localStorage.setItem(key, JSON.stringify(Object.fromEntries(Object.entries(drafts).slice(-kept))))
  } catch {
    // Private windows may refuse storage; the draft then lasts as long as the page.
  }
}
