import { useState } from 'react'
import { Failure } from '#shared/api/failure.ts'
import type { LoggedIn } from '#shared/api/account/user.ts'
import { api } from '#web/session/session.ts'
import { AskDialog, useCloseDialog } from '#web/ui/ask-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { useForm } from '#web/ui/use-form.ts'

interface Asked {
  ticket: string
  resolve(loggedIn: LoggedIn): void
  reject(failure: Failure): void
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
    <AskDialog heading="两步验证" onClose={handleClose}>
      <SecondStepForm asked={asked} />
    </AskDialog>
  )
  return { pass, dialog }
}

function SecondStepForm({ asked: { ticket, resolve } }: { asked: Asked }) {
  const close = useCloseDialog()
  const { isBusy, errors, message, form } = useForm(async ({ secondCode = '' }) => {
    resolve(await api.totp.login({ ticket, code: secondCode }))
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
