import { useState } from 'react'
import type { User } from '#shared/api/user.ts'
import { useAnswer } from '../search/use-answer.ts'
import { api } from '../session/session.ts'
import { AskDialog, useCloseDialog } from '../ui/ask-dialog.tsx'
import { useSubmit } from '../ui/use-submit.ts'
import { CodeField } from './code-field.tsx'
import { PasswordField } from './password-field.tsx'

const showSelf = (signal?: AbortSignal) => api.user.show({}, signal)

interface ConfirmSelfProps {
  onAnswer(isConfirmed: boolean): void
}

/** Password or code once more, before what a stranger at an open browser must not do. */
export function ConfirmSelfDialog({ onAnswer }: ConfirmSelfProps) {
  const { data, message } = useAnswer(showSelf)
  if (!data && !message) return null
  return (
    <AskDialog heading="确认是你本人" onClose={() => onAnswer(false)}>
      {data ? <ConfirmForm user={data} onAnswer={onAnswer} /> : <p role="alert">{message}</p>}
    </AskDialog>
  )
}

function ConfirmForm({ user, onAnswer }: ConfirmSelfProps & { user: User }) {
  const { email, phoneNumber, hasPassword } = user
  const [byCode, setByCode] = useState(!hasPassword)
  const close = useCloseDialog()
  const { isBusy, errors, message, handleSubmit } = useSubmit(async ({ password = '', code = '' }) => {
    await api.session.confirm(byCode ? { code } : { password })
    onAnswer(true)
    close()
  })
  return (
    <form className="form" method="post" onSubmit={handleSubmit} noValidate>
      <p className="form-note">离你登录有一阵了。这一步关系到账号的安全，请再确认一次；半小时内不再问。</p>
      {byCode ? (
        <CodeField purpose="confirm" account={email ?? phoneNumber ?? ''} error={errors['code']} />
      ) : (
        <PasswordField label="密码" error={errors['password']} />
      )}
      <p className="form-message" role="alert" hidden={message === ''}>
        {message}
      </p>
      <div className="ask-dialog-buttons">
        {hasPassword && (
          <button type="button" className="button button-quiet" onClick={() => setByCode(!byCode)}>
            {byCode ? '改用密码' : '改用验证码'}
          </button>
        )}
        <button type="submit" className="button" disabled={isBusy}>
          {isBusy ? '正在确认……' : '确认'}
        </button>
      </div>
    </form>
  )
}
