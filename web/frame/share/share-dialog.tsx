import { useState } from 'react'
import { AskDialog } from '#web/ui/ask-dialog.tsx'
import './share-dialog.css'

interface ShareDialogProps {
  title: string
  path: string
  /** Path of the poster; null for a page without one. */
  poster: string | null
  onClose(): void
}

/** Dialog that shares a page without the system's help: a poster with a QR code to save or send, and the address. */
export function ShareDialog({ title, path, poster, onClose }: ShareDialogProps) {
  const address = location.origin + path
  const [notice, setNotice] = useState('')
  const [isFailed, setIsFailed] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => setNotice('链接已复制，可以粘贴给朋友'),
      () => setNotice('没有复制成功，请选中上面的地址自己复制'),
    )
  const hasPicture = poster !== null && !isFailed
  return (
    <AskDialog heading="分享" onClose={onClose}>
      {hasPicture && (
        <img
          className="share-poster"
          src={poster}
          width="1080"
          height="1440"
          alt={`${title}的海报，扫上面的二维码就能打开`}
          onError={() => setIsFailed(true)}
        />
      )}
      <p className="share-address">{address}</p>
      <p className="share-notice" role="status">
        {notice || (isFailed && '海报没有画出来，可以先分享链接。')}
        {notice === '' && hasPicture && <span className="share-touch">长按图片可以保存，或者发给朋友。</span>}
      </p>
      <p className="ask-dialog-buttons">
        <button type="button" className="button" onClick={() => void copy()}>
          复制链接
        </button>
        {hasPicture && (
          <a className="button button-quiet" href={poster} download={`${title}.png`}>
            保存图片
          </a>
        )}
      </p>
    </AskDialog>
  )
}
