import { useState } from 'react'
import type { User } from '#shared/api/account/user.ts'
import { formatPhone } from '#shared/fold-account.ts'
import { api } from '#web/frame/session/session.ts'
import { useForm } from '#web/ui/use-form.ts'
import { CodeField } from '#web/account/fields/code-field.tsx'
import { FormEnd } from '#web/account/fields/form-end.tsx'
import { PasswordField } from '#web/account/fields/password-field.tsx'

interface PasswordFormProps {
  user: User
  onChange(user: User): void
}

/** Form that changes the password; the user confirms with the old password or an emailed code. */
export function PasswordForm({ user, onChange }: PasswordFormProps) {
  const [isOpen, setOpen] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const handleDone = (changed: User) => {
    setOpen(false)
    setSaved(true)
    onChange(changed)
  }
  return (
    <div className="bind-row">
      <div className="bind-line">
        <p>{user.hasPassword ? '已设密码' : <span className="bind-empty">还没有设密码，现在用验证码登录</span>}</p>
        <button
          type="button"
          className="button button-quiet"
          aria-expanded={isOpen}
          onClick={() => (setOpen(!isOpen), setSaved(false))}
        >
          {isOpen ? '取消' : user.hasPassword ? '修改密码' : '设一个密码'}
        </button>
      </div>
      {isOpen && <PasswordChange user={user} onDone={handleDone} />}
      <p role="status" className="form-note">
        {isSaved && '密码已改好，其他设备上的登录都已退出。'}
      </p>
    </div>
  )
}

function PasswordChange({ user, onDone }: { user: User; onDone(user: User): void }) {
  const account = user.email ?? user.phoneNumber ?? ''
  const [byCode, setByCode] = useState(!user.hasPassword)
  // If the server refuses the new password, the form keeps the ticket that the server returned for the verification
  // code, because the ticket can still be used.
  const [ticket, setTicket] = useState<string | undefined>()
  const { isBusy, errors, message, form } = useForm(async ({ oldPassword = '', code = '', password = '' }) => {
    if (!byCode) return onDone(await api.user.changePassword({ oldPassword, password }))
    const usedTicket = ticket ?? (await api.auth.verifyCode({ account, code, purpose: 'reset' })).ticket
    setTicket(usedTicket)
    onDone(await api.user.changePassword({ ticket: usedTicket, password }))
  })
  return (
    <form className="form" method="post" {...form} noValidate>
      <input type="text" name="username" autoComplete="username" value={account} readOnly hidden />
      {byCode ? (
        <>
          <p className="form-note">先收一个验证码，确认是你本人。它会发到 {formatPhone(account)}。</p>
          {ticket === undefined && <CodeField purpose="reset" account={account} error={errors['code']} />}
        </>
      ) : (
        <PasswordField label="现在的密码" name="oldPassword" error={errors['oldPassword']} />
      )}
      <PasswordField
        label="新密码"
        isNew
        error={errors['password']}
        hint="8–64 位。改好之后，其他设备上的登录都会退出。"
      />
      <FormEnd
        message={message || (errors['ticket'] ?? '')}
        isBusy={isBusy}
        label="保存新密码"
        busyLabel="正在保存……"
      />
      {user.hasPassword && (
        <button type="button" className="link-button" onClick={() => setByCode(!byCode)}>
          {byCode ? '用现在的密码确认' : '忘了现在的密码？用验证码确认'}
        </button>
      )}
    </form>
  )
}
