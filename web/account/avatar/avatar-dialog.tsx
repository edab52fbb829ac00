import { useEffect, useId, useRef, useState } from 'react'
import { api } from '#web/frame/session/session.ts'
import { uploadPicture } from '#web/frame/upload/upload-picture.ts'
import { describeFailure } from '#web/ui/describe-failure.ts'
import { CropCanvas, Drawn } from './crop-canvas.tsx'
import { maxZoom, middleOf, zoomCrop } from './crop.ts'
import { cropToBlob } from './decode-picture.ts'
import './avatar-dialog.css'

interface AvatarDialogProps {
  picture: ImageBitmap
  onSaved: (profile: string) => void
  onClose: () => void
}

/** Dialog that crops a picture to the square that becomes the avatar. */
export function AvatarDialog({ picture, onSaved, onClose }: AvatarDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [crop, setCrop] = useState(() => middleOf(picture))
  const { progress, message, send, stop } = useSending(onSaved)
  const isBusy = progress !== null
  const id = useId()
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog className="avatar-dialog" ref={dialog} aria-labelledby={`${id}-title`} onClose={() => (stop(), onClose())}>
      <h2 id={`${id}-title`}>裁剪头像</h2>
      <div className="crop-row">
        <CropCanvas picture={picture} crop={crop} onCrop={(change) => isBusy || setCrop(change)} />
        <div className="crop-previews" aria-hidden="true">
          <Drawn picture={picture} crop={crop} size={168} className="crop-preview crop-preview-84" />
          <Drawn picture={picture} crop={crop} size={84} className="crop-preview crop-preview-42" />
        </div>
      </div>
      <label className="crop-zoom">
        缩放
        <input
          type="range"
          min="1"
          max={maxZoom}
          step="0.05"
          value={crop.zoom}
          disabled={isBusy}
          onChange={({ target }) => setCrop(zoomCrop(picture, crop, Number(target.value)))}
        />
      </label>
      <div className="avatar-progress">
        {isBusy && <progress aria-label="上传进度" value={progress} max={1} />}
        <p role="status">{progressLabel(progress)}</p>
        {message && (
          <p className="form-message" role="alert">
            {message}
          </p>
        )}
      </div>
      <div className="form-buttons avatar-dialog-buttons">
        <button
          type="button"
          className="button button-quiet"
          onClick={() => (isBusy ? stop() : dialog.current?.close())}
        >
          取消
        </button>
        <button
          type="button"
          className="button"
          disabled={isBusy}
          onClick={() => void send(async () => cropToBlob(picture, crop))}
        >
          用作头像
        </button>
      </div>
    </dialog>
  )
}

function progressLabel(progress: number | null) {
  if (progress === null) return '拖动图片，或用方向键和加号、减号调整。'
  return progress < 1 ? `正在上传 ${Math.round(progress * 100)}%` : '正在制作头像……'
}

/**
 * React hook that uploads an avatar, one upload at a time. Returns the progress, the error of the last upload, and a
 * function that cancels the upload.
 */
function useSending(onSaved: (profile: string) => void) {
  const [progress, setProgress] = useState<number | null>(null)
  const [message, setMessage] = useState('')
  const upload = useRef<AbortController | null>(null)
  const send = async (make: () => Promise<Blob>) => {
    const { signal } = (upload.current = new AbortController())
    setMessage('')
    setProgress(0)
    try {
      const key = await uploadPicture(await make(), 'avatar', (part) => signal.aborted || setProgress(part), signal)
      setProgress(1)
      const { profile } = await api.avatar.change({ key }, signal)
      onSaved(profile)
    } catch (error) {
      if (!signal.aborted) setMessage(describeFailure(error).message || '头像没有更换成功，请再试一次')
    } finally {
      setProgress(null)
    }
  }
  const stop = () => upload.current?.abort()
  // The upload of the avatar is cancelled when the dialog is unmounted.
  useEffect(() => () => upload.current?.abort(), [])
  return { progress, message, send, stop }
}
