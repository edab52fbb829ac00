import { useState } from 'react'
import { foldAccount, isPhone, guessAccountKind, formatPhone } from '#shared/fold-account.ts'
import { Field } from '#web/ui/field.tsx'

/** Text field for an email address or a phone number, which says which of the two it recognizes. */
export function AccountField({ error }: { error: string | undefined }) {
  const [typed, setTyped] = useState('')
  return (
    <Field
      label="邮箱或手机号"
      name="account"
      type="text"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      required
      error={error}
      hint={readAs(typed)}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  )
}

/** If the typed phone number differs from its normalized form, the user sees the phone number that will be used. */
function readAs(typed: string): string | undefined {
  const folded = foldAccount(typed)
  if (guessAccountKind(folded) !== 'phone' || !isPhone(folded)) return undefined
  return folded.startsWith('+86') ? `手机号 +86 ${formatPhone(folded)}` : `手机号 ${folded}`
}
