import { useState } from 'react'
import { api } from '#web/frame/session/session.ts'
import { describeFailure } from '#web/ui/describe-failure.ts'

/** Buttons that download the user's map, or their books of one year, as a poster. */
export function PosterButtons({ fileName, year }: { fileName: string; year?: number }) {
  const [busy, setBusy] = useState<'png' | 'svg'>()
  const [message, setMessage] = useState('')
  const download = async (kind: 'png' | 'svg') => {
    if (busy !== undefined) return
    setBusy(kind)
    try {
      const poster = await api.shelfMap.poster(year === undefined ? {} : { year })
      const blob =
        kind === 'svg'
          ? new Blob([poster.svg], { type: 'image/svg+xml' })
          : new Blob([Uint8Array.from(atob(poster.png), (byte) => byte.charCodeAt(0))], { type: 'image/png' })
      save(`${fileName}.${kind}`, blob)
      setMessage('')
    } catch (error) {
      setMessage(`没有画成：${describeFailure(error).message}`)
    }
    setBusy(undefined)
  }
  return (
    <>
      {(['png', 'svg'] as const).map((kind) => (
        <button
          key={kind}
          type="button"
          className="button button-quiet"
          aria-disabled={busy !== undefined}
          onClick={() => void download(kind)}
        >
          {busy === kind ? '正在画……' : `下载海报（${kind.toUpperCase()}）`}
        </button>
      ))}
      {message && <p role="alert">{message}</p>}
    </>
  )
}

function save(name: string, blob: Blob) {
  const url = URL.createObjectURL(blob)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  // The object URL may be revoked once the download has begun.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
