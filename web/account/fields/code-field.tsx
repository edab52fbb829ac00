import { useState, useSyncExternalStore } from 'react'
import type { CodePurpose } from '#shared/api/account/account.ts'
import { findCode } from '#shared/find-code.ts'
import { useSite } from '#web/frame/page/use-site.ts'
import { isLocalhost } from '#web/frame/session/is-localhost.ts'
import { Field } from '#web/ui/field.tsx'
import { describeFailure } from '#web/ui/describe-failure.ts'
import { SendCodeButton } from './send-code-button.tsx'

interface CodeFieldProps {
  purpose: CodePurpose
  /**
   * The email address or phone number to which the verification code is sent; undefined if the user types it into
   * another field of the same form.
   */
  account?: string | undefined
  error: string | undefined
  /**
   * Callback that receives an error about the email address or phone number, if the user types it into another field of
   * the same form.
   */
  onRefused?: (error: unknown) => void
}

/** Field for a verification code, with a button that sends one and a note where the code was sent. */
export function CodeField({ purpose, account, error, onRefused }: CodeFieldProps) {
  // The latest message replaces earlier ones; it is either about sending the verification code or about the entered
  // code.
  const [note, setNote] = useState<{ hint?: string; error?: string; instead?: string | undefined }>({})
  const { codesInLog } = useSite()
  const isLocal = useSyncExternalStore(
    () => () => undefined,
    isLocalhost,
    () => false,
  )
  const handleResult = (result: { sentTo: string } | { error: unknown }) => {
    if ('sentTo' in result) return setNote({ hint: `验证码已发往 ${result.sentTo}，10 分钟内有效。`, instead: error })
    const { errors, message } = describeFailure(result.error)
    if (errors['account'] !== undefined && onRefused) return onRefused(result.error)
    return setNote({ error: errors['account'] ?? (message || '验证码没有发出去，请稍后再试'), instead: error })
  }
  const shown = note.instead === error ? note.error : error
  return (
    <>
      <Field
        label="验证码"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        // A pasted message is replaced by the code in it.
        onInput={({ currentTarget }) => {
          currentTarget.value = findCode(currentTarget.value) ?? currentTarget.value
        }}
        error={shown}
        hint={note.hint}
        action={<SendCodeButton purpose={purpose} account={account} onResult={handleResult} />}
      />
      {codesInLog && isLocal && (
        <p className="form-note">
          没有设置邮件服务器（SMTP_URL）和短信服务（SMS_PROVIDER）的站点，把验证码写在服务器的日志里。
        </p>
      )}
    </>
  )
}
