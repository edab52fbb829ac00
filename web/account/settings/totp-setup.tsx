import { useState } from 'react'
import { encode } from 'uqr'
import { useAnswer } from '#web/ui/use-answer.ts'
import { api } from '#web/frame/session/session.ts'
import { AskDialog } from '#web/ui/ask-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { useForm } from '#web/ui/use-form.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

const beginTotp = (signal?: AbortSignal) => api.totp.begin({}, signal)

/**
 * Page section that sets up two-step login: the QR code for the authenticator, the first code, and the recovery codes.
 */
export function TotpSetup({ onClose }: { onClose: () => void }) {
  const { data, message } = useAnswer(beginTotp)
  const [codes, setCodes] = useState<string[]>()
  return (
    <AskDialog heading={codes ? '收好恢复码' : '开启两步验证'} onClose={onClose}>
      {codes && <RecoveryCodes codes={codes} />}
      {!codes && data && <FirstCodeForm {...data} onCodes={setCodes} />}
      {!codes && !data && <p role="status">{message || '正在准备……'}</p>}
    </AskDialog>
  )
}

interface FirstCodeFormProps {
  secret: string
  uri: string
  onCodes(codes: string[]): void
}

function FirstCodeForm({ secret, uri, onCodes }: FirstCodeFormProps) {
  const { isBusy, errors, message, form } = useForm(async ({ code = '' }) => {
    onCodes((await api.totp.confirm({ code })).recoveryCodes)
  })
  return (
    <form className="form" {...form} noValidate>
      <p>用手机上的验证器（如 Microsoft Authenticator、Google Authenticator、腾讯身份验证器）扫这个码：</p>
      <QrPicture text={uri} />
      <p className="form-note">
        扫不了？在验证器里手动输入密钥：
        <span className="totp-secret">{secret.replace(/.{4}(?=.)/g, '$& ')}</span>
      </p>
      <Field
        label="验证器上的 6 位数字"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        required
        error={errors['code']}
      />
      <p className="form-message" role="alert" hidden={message === ''}>
        {message}
      </p>
      <div className="ask-dialog-buttons">
        <button type="submit" className="button" aria-disabled={isBusy}>
          确认
        </button>
      </div>
    </form>
  )
}

/** The QR code is black on white in every theme, because cameras require it. */
function QrPicture({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 3 })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg className="totp-picture" viewBox={`0 0 ${size} ${size}`} role="img" aria-label="给验证器扫的二维码">
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join('')} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
