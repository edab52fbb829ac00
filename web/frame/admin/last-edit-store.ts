import { create } from 'zustand'

/** How an editor can undo their last action. */
interface Undo {
  /** Id of the audit log entry that recorded the editor's last action. */
  auditId: string
  /**
   * URL of a page that shows the changed item again after the undo; set if the page that offers the undo does not show
   * it.
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
