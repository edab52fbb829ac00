import { create } from 'zustand'

/**
 * API calls that wait until the user confirms their identity, for example by their password. The confirmation dialog is
 * open while any call waits.
 */
const waiting: ((isConfirmed: boolean) => void)[] = []

export const useConfirmation = create(() => ({ isAsked: false }))

/**
 * Opens the dialog in which the user confirms their identity. Resolves, for all waiting API calls, with whether the
 * user did so.
 */
export function requestConfirmation(): Promise<boolean> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    useConfirmation.setState({ isAsked: true })
  })
}

/** Resumes all API calls that wait for the user's confirmation, and closes the confirmation dialog. */
export function answerConfirmation(isConfirmed: boolean) {
  useConfirmation.setState({ isAsked: false })
  for (const resolve of waiting.splice(0)) resolve(isConfirmed)
}
