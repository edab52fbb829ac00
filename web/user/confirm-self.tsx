import { Suspense, useEffect } from 'react'
import { useConfirmation } from '../session/confirmation-store.ts'
import { lazyPart } from '../ui/lazy-part.ts'

const ConfirmSelfDialog = lazyPart(async () => (await import('./confirm-self-dialog.tsx')).ConfirmSelfDialog)

/** Asks the reader who he is while a call waits for it. */
export function ConfirmSelf() {
  const answer = useConfirmation((state) => state.answer)
  // Where the page ends, what waits goes on without an answer.
  useEffect(() => () => useConfirmation.getState().answer?.(false), [])
  return (
    answer && (
      <Suspense>
        <ConfirmSelfDialog onAnswer={answer} />
      </Suspense>
    )
  )
}
