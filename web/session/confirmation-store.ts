import { create } from 'zustand'

/** Calls that wait until the reader has shown who he is; while there are any, he is asked. */
const waiting: ((isConfirmed: boolean) => void)[] = []

export const useConfirmation = create(() => ({ isAsked: false }))

/** Asks the reader to show again who he is, by `web/user/confirm-self`; all calls that wait get one answer. */
export function askToConfirm(): Promise<boolean> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    useConfirmation.setState({ isAsked: true })
  })
}

/** Whether he has shown it. */
export function answerConfirmation(isConfirmed: boolean) {
  useConfirmation.setState({ isAsked: false })
  for (const resolve of waiting.splice(0)) resolve(isConfirmed)
}
