import { useRef } from 'react'
import type { AccountKind } from '#shared/api/account/account.ts'
import { Failure } from '#shared/api/failure.ts'
import type { User } from '#shared/api/account/user.ts'
import { foldAccount, guessAccountKind } from '#shared/fold-account.ts'
import { api } from '#web/frame/session/session.ts'
import { Field } from '#web/ui/field.tsx'
import { useForm } from '#web/ui/use-form.ts'
import { CodeField } from '#web/account/fields/code-field.tsx'
import { FormEnd } from '#web/account/fields/form-end.tsx'

const fields = {
  email: { label: '新的邮箱', type: 'email', inputMode: 'email', autoComplete: 'email', wrong: '请填写一个邮箱' },
  phone: { label: '新的手机号', type: 'tel', inputMode: 'tel', autoComplete: 'tel', wrong: '请填写一个手机号' },
} as const

/**
 * Form that adds an email address or phone number to the user's account; the user confirms it with a verification code.
 */
export function BindForm({ kind, onBound }: { kind: AccountKind; onBound(user: User): void }) {
  const { wrong, ...field } = fields[kind]
  // A verification code can be used only once. The form stores the ticket that the server returns for a valid code, so
  // that the user can retry with it if the email address or phone number cannot be added.
  const verified = useRef<{ shown: string; ticket: string }>(null)
  const { isBusy, errors, message, form, show } = useForm(async ({ account = '', code = '' }) => {
    if (guessAccountKind(foldAccount(account)) !== kind)
      throw new Failure('invalid', wrong, { fields: { account: wrong } })
    const shown = `${account} ${code}`
    if (verified.current?.shown !== shown)
      verified.current = { shown, ticket: (await api.auth.verifyCode({ account, code, purpose: 'bind' })).ticket }
    onBound(await api.user.bind({ ticket: verified.current.ticket }))
  })
  return (
    <form className="form" method="post" {...form} noValidate>
      <Field {...field} name="account" maxLength={254} required error={errors['account']} />
      <CodeField purpose="bind" error={errors['code']} onRefused={show} />
      <FormEnd message={message} isBusy={isBusy} label="绑定" busyLabel="正在绑定……" />
    </form>
  )
}
