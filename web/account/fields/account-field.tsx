import { useState } from 'react'
import { foldAccount, isPhone, kindAsTyped, spacePhone } from '#shared/fold-account.ts'
import { Field } from '#web/ui/field.tsx'

/** One box for an email address or a phone number, which says what it takes the typed for. */
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

/** Where the typed differs from what will be used, the reader sees which number it is. */
function readAs(typed: string): string | undefined {
  const folded = foldAccount(typed)
  if (kindAsTyped(folded) !== 'phone' || !isPhone(folded)) return undefined
  return folded.startsWith('+86') ? `手机号 +86 ${spacePhone(folded)}` : `手机号 ${folded}`
}
