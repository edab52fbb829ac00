import type { LoggedIn } from '#shared/api/account/user.ts'
import { api } from '#web/frame/session/session.ts'
import { AskDialog, useCloseDialog } from '#web/ui/ask-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { useForm } from '#web/ui/use-form.ts'

export interface SecondStepDialogProps {
  /** Token that identifies the login on the server while the login waits for its second step. */
  ticket: string
  onLoggedIn(loggedIn: LoggedIn): void
  onClose(): void
}

/** Dialog that asks for the code of the second step of a login. */
export function SecondStepDialog({ ticket, onLoggedIn, onClose }: SecondStepDialogProps) {
  return (
    <AskDialog heading="两步验证" onClose={onClose}>
      <SecondStepForm ticket={ticket} onLoggedIn={onLoggedIn} />
    </AskDialog>
  )
}

function SecondStepForm({ ticket, onLoggedIn }: Omit<SecondStepDialogProps, 'onClose'>) {
  const close = useCloseDialog()
  const { isBusy, errors, message, form } = useForm(async ({ secondCode = '' }) => {
    onLoggedIn(await api.totp.login({ ticket, code: secondCode }))
    close()
  })
  return (
    <form className="form" method="post" {...form} noValidate>
      <Field
        label="验证器上的 6 位数字"
        name="secondCode"
        inputMode="text"
        autoComplete="one-time-code"
        maxLength={12}
        required
        error={errors['code']}
        hint="验证器不在手边？填一个恢复码也行。"
      />
      <p className="form-message" role="alert" hidden={message === ''}>
        {message}
      </p>
      <button type="submit" className="button button-wide" aria-disabled={isBusy}>
        {isBusy ? '正在验证……' : '登录'}
      </button>
    </form>
  )
}
