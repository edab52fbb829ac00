import { useState } from 'react'
import { useCloseDialog } from '#web/ui/ask-dialog.tsx'

/** List of the new recovery codes for two-step login, which are shown only once. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const close = useCloseDialog()
  const [note, setNote] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setNote('已经复制。'),
      () => setNote('没有复制成功，请抄下来。'),
    )
  return (
    <>
      <p>手机丢了、换了，就靠它们登录，每个只能用一次。只显示这一次，请抄下来，或存进密码管理器。</p>
      <ol className="recovery-codes" aria-label="恢复码">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <p role="status" className="form-note">
        {note}
      </p>
      <div className="ask-dialog-buttons">
        <button type="button" className="button button-quiet" onClick={() => void copy()}>
          复制
        </button>
        <button type="button" className="button" onClick={close}>
          我存好了
        </button>
      </div>
    </>
  )
}
