import { KeyRound } from 'lucide-react'
import { startSession, safeRedirect } from '#web/session/session.ts'
import { useForm } from '#web/ui/use-form.ts'
import { logInWithPasskey } from './passkey-ceremony.ts'
import { useSecondStep } from './second-step.tsx'

/** Button that logs in with a passkey, without any typing. */
export function PasskeyLogin({ redirect }: { redirect: string | null }) {
  const { pass, dialog } = useSecondStep()
  const { isBusy, message, form } = useForm(async () => {
    await startSession(await pass(logInWithPasskey), safeRedirect(redirect))
  })
  return (
    <>
      <form className="form" method="post" {...form}>
        <button type="submit" className="button button-quiet button-wide" aria-disabled={isBusy}>
          <KeyRound size={18} strokeWidth={1.5} aria-hidden />
          用通行密钥登录
        </button>
        <p className="form-message" role="alert" hidden={message === ''}>
          {message}
        </p>
      </form>
      {dialog}
    </>
  )
}
