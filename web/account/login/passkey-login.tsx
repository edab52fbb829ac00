import { KeyRound } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { startSession, safeRedirect } from '#web/frame/session/session.ts'
import { useForm } from '#web/ui/use-form.ts'
import { useSecondStep } from './second-step.tsx'

/** Loads the script with the WebAuthn library only once the user logs in with a passkey. */
const logIn = async () => (await import('./passkey-ceremony.ts')).logInWithPasskey()

/** Button that logs in with a passkey, without any typing. */
export function PasskeyLogin({ redirect }: { redirect: string | null }) {
  const { pass, dialog } = useSecondStep()
  const { isBusy, message, form } = useForm(async () => {
    await startSession(await pass(logIn), safeRedirect(redirect))
  })
  return (
    <>
      <form className="form" method="post" {...form}>
        <button type="submit" className="button button-quiet button-wide" aria-disabled={isBusy}>
          <Icon of={KeyRound} size={18} />
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
