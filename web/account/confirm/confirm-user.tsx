import { Suspense, useEffect } from 'react'
import { answerConfirmation, useConfirmation } from '#web/frame/session/confirmation-store.ts'
import { lazyComponent } from '#web/frame/page/lazy-component.ts'

const ConfirmSelfDialog = lazyComponent(
  async () => (await import('./confirm-user-dialog.tsx')).ConfirmSelfDialog,
  function DialogUnavailable() {
    useEffect(() => answerConfirmation(false), [])
    return null
  },
)

/**
 * Shows the dialog that confirms the user's identity while API calls wait for it. If the dialog cannot be loaded, the
 * waiting calls fail as unconfirmed.
 */
export function ConfirmSelf() {
  const isAsked = useConfirmation((state) => state.isAsked)
  useEffect(() => () => answerConfirmation(false), [])
  return (
    isAsked && (
      <Suspense>
        <ConfirmSelfDialog />
      </Suspense>
    )
  )
}
