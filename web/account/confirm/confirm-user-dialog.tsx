import { useState } from 'react'
import type { User } from '#shared/api/account/user.ts'
import { useAnswer } from '#web/ui/use-answer.ts'
import { answerConfirmation } from '#web/frame/session/confirmation-store.ts'
import { api } from '#web/frame/session/session.ts'
import { AskDialog, useCloseDialog } from '#web/ui/ask-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { useForm } from '#web/ui/use-form.ts'
import { CodeField } from '#web/account/fields/code-field.tsx'
import { PasswordField } from '#web/account/fields/password-field.tsx'

type Way = 'password' | 'code' | 'secondCode'

/**
 * Loads the current user and how they must confirm their identity: users with two-step login need a code of their
 * authenticator.
 */
async function loadConfirmationMethod(signal?: AbortSignal): Promise<{ user: User; way: Way }> {
  const [user, { isOn }] = await Promise.all([api.user.show({}, signal), api.totp.show({}, signal)])
  return { user, way: isOn ? 'secondCode' : user.hasPassword ? 'password' : 'code' }
}

/**
 * Dialog in which users confirm their identity before an important action, which nobody else who finds the browser open
 * and logged in must be able to perform.
 */
export function ConfirmSelfDialog() {
  const { data, message } = useAnswer(loadConfirmationMethod)
  if (!data && !message) return null
  return (
    <AskDialog heading="确认是你本人" onClose={() => answerConfirmation(false)}>
      {data ? <ConfirmForm {...data} /> : <p role="alert">{message}</p>}
    </AskDialog>
  )
}

function ConfirmForm({ user, way: firstWay }: { user: User; way: Way }) {
  const [way, setWay] = useState(firstWay)
  const close = useCloseDialog()
  const { isBusy, errors, message, form } = useForm(async (fields) => {
    await api.session.confirm({ [way]: fields[way] ?? '' })
    answerConfirmation(true)
    close()
  })
  return (
    <form className="form" method="post" {...form} noValidate>
      <p className="form-note">离你登录有一阵了。这一步关系到账号的安全，请再确认一次；半小时内不再问。</p>
      {way === 'password' && <PasswordField label="密码" error={errors['password']} />}
      {way === 'code' && (
        <CodeField purpose="confirm" account={user.email ?? user.phoneNumber ?? ''} error={errors['code']} />
      )}
      {way === 'secondCode' && (
        <Field
          label="验证器上的 6 位数字"
          name="secondCode"
          autoComplete="one-time-code"
          maxLength={12}
          required
          error={errors['secondCode'] ?? errors['code']}
          hint="填一个恢复码也行。"
        />
      )}
      <p className="form-message" role="alert" hidden={message === ''}>
        {message}
      </p>
      <div className="ask-dialog-buttons">
        {way !== 'secondCode' && user.hasPassword && (
          <button
            type="button"
            className="button button-quiet"
            onClick={() => setWay(way === 'code' ? 'password' : 'code')}
          >
            {way === 'code' ? '改用密码' : '改用验证码'}
          </button>
        )}
        <button type="submit" className="button" aria-disabled={isBusy}>
          {isBusy ? '正在确认……' : '确认'}
        </button>
      </div>
    </form>
  )
}
