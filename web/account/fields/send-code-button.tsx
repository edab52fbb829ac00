import { useEffect, useRef, useState } from 'react'
import type { CodePurpose } from '#shared/api/account/account.ts'
import { Failure } from '#shared/api/failure.ts'
import { api } from '#web/frame/session/session.ts'
import './send-code-button.css'

interface SendCodeButtonProps {
  purpose: CodePurpose
  account?: string | undefined
  /** Callback that receives the result of sending the verification code, so that the form can show it. */
  onResult(result: { sentTo: string } | { error: unknown }): void
}

/**
 * Button that sends a verification code to the given email address or phone number, or to the one typed in the same
 * form. The button is then disabled until another code may be sent.
 */
export function SendCodeButton({ purpose, account: given, onResult }: SendCodeButtonProps) {
  const [wait, setWait] = useState(0)
  const [waiting, setWaiting] = useState('')
  const [typed, setTyped] = useState('')
  const [isBusy, setBusy] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const form = button.current?.form
    const read = () => setTyped(readAccount(form))
    form?.addEventListener('input', read)
    return () => form?.removeEventListener('input', read)
  }, [])
  // The waiting time between two verification codes applies to one email address or phone number only; another one may
  // get a code at once.
  const isResting = wait > 0 && (given !== undefined || typed === waiting)
  useEffect(() => {
    if (wait <= 0) return undefined
    const timer = setTimeout(() => setWait(wait - 1), 1000)
    return () => clearTimeout(timer)
  }, [wait])
  const send = async (account: string) => {
    setBusy(true)
    setWaiting(account)
    setTyped(account)
    try {
      const { resendAfter } = await api.auth.sendCode({ account, purpose })
      setWait(resendAfter)
      onResult({ sentTo: account })
    } catch (error) {
      if (error instanceof Failure && error.data?.retryAfter) setWait(Math.min(error.data.retryAfter, 3600))
      onResult({ error })
    } finally {
      setBusy(false)
    }
  }
  return (
    <button
      type="button"
      className="button button-quiet send-code"
      ref={button}
      aria-disabled={isResting || isBusy}
      onClick={({ currentTarget: { form } }) => {
        if (!isResting && !isBusy) void send(given ?? readAccount(form))
      }}
    >
      {isBusy ? '正在发送……' : isResting ? `${wait} 秒后重发` : '获取验证码'}
    </button>
  )
}

function readAccount(form: HTMLFormElement | null | undefined): string {
  return String(new FormData(form ?? undefined).get('account') ?? '')
}
