import { create } from 'zustand'

/** How an editor can undo their last action. */
export interface Undo {
  /** Id of the audit log entry of the last action. */
  auditId: string
  /**
   * Page that shows the item again after the undo, if the action had removed it from the page that names the action.
   */
  href?: string
}

interface LastEdit {
  message: string
  /** Null if the action cannot be undone, or was undone already. */
  undo: Undo | null
}

/** The last action of an editor, shown on the admin page that they open next. */
export const useLastEdit = create<LastEdit>()(() => ({ message: '', undo: null }))

export function reportEdit(message: string, undo: Undo | null = null) {
  useLastEdit.setState({ message, undo })
}
