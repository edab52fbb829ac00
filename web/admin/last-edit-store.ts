import { create } from 'zustand'

/** How an editor can undo their last action. */
export interface Undo {
  /** Id of the audit log entry of the last action. */
  auditId: string
  /**
   * URL of a page on which the item appears again after the undo; set if the item is missing on the page that offers
   * the undo.
   */
  href?: string
}

interface LastEdit {
  message: string
  /** How to undo the editor's last action; null if it cannot be undone, or was undone already. */
  undo: Undo | null
}

/** The last action of an editor, shown on the admin page that they open next. */
export const useLastEdit = create<LastEdit>()(() => ({ message: '', undo: null }))

export function reportEdit(message: string, undo: Undo | null = null) {
  useLastEdit.setState({ message, undo })
}
