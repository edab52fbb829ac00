import { useState } from 'react'
import { api } from '#web/frame/session/session.ts'
import { AskDialog, useCloseDialog } from '#web/ui/ask-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { useForm } from '#web/ui/use-form.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

interface TotpCodeDialogProps {
  act: 'off' | 'codes'
  onClose(): void
}

/** Dialog that asks for an authenticator code before two-step login is turned off or its recovery codes are renewed. */
export function TotpCodeDialog({ act, onClose }: TotpCodeDialogProps) {
  const [codes, setCodes] = useState<string[]>()
  return (
    <AskDialog heading={act === 'off' ? '关闭两步验证' : '换一组恢复码'} onClose={onClose}>
      {codes ? <RecoveryCodes codes={codes} /> : <TotpCodeForm act={act} onCodes={setCodes} />}
    </AskDialog>
  )
}

interface TotpCodeFormProps {
  act: 'off' | 'codes'
  onCodes(codes: string[]): void
}

function TotpCodeForm({ act, onCodes }: TotpCodeFormProps) {
  const close = useCloseDialog()
  const { isBusy, errors, message, form } = useForm(async ({ code = '' }) => {
    if (act === 'codes') return onCodes((await api.totp.renewCodes({ code })).recoveryCodes)
    await api.totp.remove({ code })
    close()
  })
  return (
    <form className="form" {...form} noValidate>
      <p>{act === 'off' ? '关闭以后，登录只要密码或验证码。' : '原来的恢复码从此不能再用。'}</p>
      <Field
        label="验证器上的 6 位数字"
        name="code"
        autoComplete="one-time-code"
        maxLength={12}
        required
        error={errors['code']}
        hint="填一个恢复码也行。"
      />
      <p className="form-message" role="alert" hidden={message === ''}>
        {message}
      </p>
      <div className="ask-dialog-buttons">
        <button type="submit" className="button" aria-disabled={isBusy}>
          {act === 'off' ? '关闭' : '换一组'}
        </button>
      </div>
    </form>
  )
}
