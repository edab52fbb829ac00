import { Suspense, useEffect, useState } from 'react'
import { Failure } from '#shared/api/failure.ts'
import type { LoggedIn } from '#shared/api/account/user.ts'
import { lazyComponent } from '#web/frame/page/lazy-component.ts'
import type { SecondStepDialogProps } from './second-step-dialog.tsx'

const SecondStepDialog = lazyComponent(
  async () => (await import('./second-step-dialog.tsx')).SecondStepDialog,
  LoadFailure,
)

interface Asked {
  ticket: string
  resolve(loggedIn: LoggedIn): void
  reject(failure: Failure): void
}

/**
 * Rendered instead of the dialog if the script of the dialog failed to load. The login then fails, because the user
 * cannot enter the code of the second step.
 */
function LoadFailure({ onClose }: SecondStepDialogProps) {
  useEffect(onClose, [onClose])
  return null
}

/**
 * React hook for login forms. The returned function `pass` logs in; if the login needs a second step, the returned
 * element `dialog` asks the user for the code, over the form with the entered data.
 */
export function useSecondStep() {
  const [asked, setAsked] = useState<Asked>()
  const pass = async (login: () => Promise<LoggedIn>): Promise<LoggedIn> => {
    try {
      return await login()
    } catch (error) {
      const ticket = error instanceof Failure && error.kind === 'secondStep' ? error.data?.ticket : undefined
      if (ticket === undefined) throw error
      return new Promise((resolve, reject) => setAsked({ ticket, resolve, reject }))
    }
  }
  const handleClose = () => {
    asked?.reject(new Failure('conflict', '还没有登录：两步验证没有完成'))
    setAsked(undefined)
  }
  const dialog = asked && (
    <Suspense fallback={null}>
      <SecondStepDialog ticket={asked.ticket} onLoggedIn={asked.resolve} onClose={handleClose} />
    </Suspense>
  )
  return { pass, dialog }
}
