import { create } from 'zustand'

/** The question who one is, while it stands. */
interface Confirmation {
  /** Takes the answer: whether the reader has shown it. */
  answer: ((isConfirmed: boolean) => void) | null
}

export const useConfirmation = create<Confirmation>(() => ({ answer: null }))

/** Asks the reader to show again who he is, by `web/user/confirm-self`; several calls that need it wait for one answer. */
export function askToConfirm(): Promise<boolean> {
  const before = useConfirmation.getState().answer
  return new Promise((resolve) =>
    useConfirmation.setState({
      answer(isConfirmed) {
        useConfirmation.setState({ answer: null })
        before?.(isConfirmed)
        resolve(isConfirmed)
      },
    }),
  )
}
