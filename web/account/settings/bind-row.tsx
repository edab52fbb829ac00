import { useState } from 'react'
import type { AccountKind } from '#shared/api/account/account.ts'
import { Failure } from '#shared/api/failure.ts'
import type { User } from '#shared/api/account/user.ts'
import { formatPhone } from '#shared/fold-account.ts'
import { api } from '#web/frame/session/session.ts'
import { describeFailure } from '#web/ui/describe-failure.ts'
import { BindForm } from './bind-form.tsx'

interface BindRowProps {
  kind: AccountKind
  user: User
  onChange(user: User): void
}

/**
 * Line of the account settings with the user's email address or phone number, and buttons to add, change or remove it.
 */
export function BindRow({ kind, user, onChange }: BindRowProps) {
  const [isOpen, setOpen] = useState(false)
  const [notice, setNotice] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [label, account, other] =
    kind === 'email' ? ['邮箱', user.email, user.phoneNumber] : ['手机号', user.phoneNumber, user.email]
  const handleBound = (changed: User) => {
    setOpen(false)
    setNotice(`${label}已绑定。`)
    onChange(changed)
  }
  const handleUnbind = async () => {
    if (!confirm(`解绑之后，${account} 就不能用来登录了。要解绑吗？`)) return
    setBusy(true)
    try {
      onChange(await api.user.unbind({ kind }))
      setNotice(`${label}已解绑。`)
    } catch (error) {
      setNotice(error instanceof Failure ? error.message : describeFailure(error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="bind-row">
      <div className="bind-line">
        <p>
          <span className="bind-label">{label}</span>
          {account === null ? <span className="bind-empty">还没有绑定</span> : formatPhone(account)}
        </p>
        <button
          type="button"
          className="button button-quiet"
          aria-expanded={isOpen}
          onClick={() => (setOpen(!isOpen), setNotice(''))}
        >
          {isOpen ? '取消' : account === null ? `绑定${label}` : `更换${label}`}
        </button>
        {account !== null && other !== null && !isOpen && (
          <button type="button" className="button button-quiet" disabled={isBusy} onClick={() => void handleUnbind()}>
            解绑{label}
          </button>
        )}
      </div>
      {isOpen && <BindForm kind={kind} onBound={handleBound} />}
      <p role="status" className="form-note">
        {notice}
      </p>
    </div>
  )
}
