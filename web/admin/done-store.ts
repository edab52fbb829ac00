import { create } from 'zustand'

/** How the last act can be undone. */
export interface Undo {
  /** The act's entry in the audit log. */
  auditId: string
  /** The page that shows the subject again, where the act had removed it from the page that names the act. */
  href?: string
}

interface LastDone {
  message: string
  /** Null where the act cannot be undone, or already was. */
  undo: Undo | null
}

/** The last act of an editor, shown on whichever admin page they open next. */
export const useLastDone = create<LastDone>()(() => ({ message: '', undo: null }))

export function reportDone(message: string, undo: Undo | null = null) {
  useLastDone.setState({ message, undo })
}
