import { create } from 'zustand'

/** API calls that wait until the user confirms their identity. The confirmation dialog is open while any call waits. */
const waiting: ((isConfirmed: boolean) => void)[] = []

export const useConfirmation = create(() => ({ isAsked: false }))

/** Opens the confirmation dialog. Resolves for all waiting calls with whether the user confirmed their identity. */
export function requestConfirmation(): Promise<boolean> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    useConfirmation.setState({ isAsked: true })
  })
}

/** Resolves all waiting calls and closes the dialog. */
export function answerConfirmation(isConfirmed: boolean) {
  useConfirmation.setState({ isAsked: false })
  for (const resolve of waiting.splice(0)) resolve(isConfirmed)
}
