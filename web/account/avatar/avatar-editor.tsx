import { ImageUp } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react'
import { uploadTypes } from '#shared/picture.ts'
import { api } from '#web/frame/session/session.ts'
import { displayName, useSession } from '#web/frame/session/session-store.ts'
import { Avatar } from '#web/frame/page/avatar.tsx'
import { describeFailure } from '#web/ui/describe-failure.ts'
import { AvatarDialog } from './avatar-dialog.tsx'
import { decodePicture } from './decode-picture.ts'
import './avatar-editor.css'

/** Shows the user's avatar with buttons to change and remove it. */
export function AvatarEditor() {
  const userInfo = useSession((state) => state.userInfo)
  const { picture, notice, open, remove, show, close } = useAvatarChange()
  const chosen = useRef<HTMLInputElement>(null)
  const { isOver, ...dropHandlers } = useDrop((file) => void open(file))
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    // The file input is emptied, so that choosing the same file again fires a change event.
    void open(file).finally(() => (target.value = ''))
  }
  return (
    <section className={`avatar-editor${isOver ? ' avatar-editor-over' : ''}`} aria-label="头像" {...dropHandlers}>
      <Avatar name={displayName(userInfo)} size={84} profile={userInfo.profile} />
      <div className="avatar-editor-text">
        <h2>头像</h2>
        <p className="field-hint">JPEG、PNG 或 WebP 图片。可以把图片拖到这里。</p>
        <AvatarButtons
          hasAvatar={userInfo.profile !== ''}
          onChoose={() => chosen.current?.click()}
          onRemove={() => void remove()}
        />
        <p className={notice.isWrong ? 'field-error' : 'field-hint'} role="status">
          {notice.message}
        </p>
        <input ref={chosen} type="file" hidden aria-label="头像图片" accept={uploadTypes.join(',')} onChange={choose} />
      </div>
      {picture && (
        <AvatarDialog picture={picture} onSaved={(profile) => show(profile, '头像已经换好')} onClose={close} />
      )}
    </section>
  )
}

/**
 * React hook that returns the picture that the user is cropping for the avatar, if any, and the message about the last
 * change of the avatar.
 */
function useAvatarChange() {
  const [picture, setPicture] = useState<ImageBitmap | null>(null)
  const [notice, setNotice] = useState({ message: '', isWrong: false })
  const tryTo = (work: () => Promise<void>) =>
    work().catch((error: unknown) => setNotice({ message: describeFailure(error).message, isWrong: true }))
  const show = (profile: string, message: string) => {
    useSession.setState(({ userInfo }) => ({ userInfo: { ...userInfo, profile } }))
    setPicture(null)
    setNotice({ message, isWrong: false })
  }
  const open = async (file: File | undefined) => {
    if (file === undefined) return
    await tryTo(async () => {
      setPicture(await decodePicture(file))
      setNotice({ message: '', isWrong: false })
    })
  }
  const remove = () => tryTo(async () => show((await api.avatar.remove()).profile, '头像已经移除'))
  return { picture, notice, open, remove, show, close: () => setPicture(null) }
}

interface AvatarButtonsProps {
  hasAvatar: boolean
  onChoose: () => void
  onRemove: () => void
}

function AvatarButtons({ hasAvatar, onChoose, onRemove }: AvatarButtonsProps) {
  return (
    <div className="form-buttons">
      <button type="button" className="button button-quiet" onClick={onChoose}>
        <Icon of={ImageUp} size={18} />
        {hasAvatar ? '换头像' : '选一张图片'}
      </button>
      {hasAvatar && (
        <button type="button" className="button button-quiet" onClick={onRemove}>
          移除头像
        </button>
      )}
    </div>
  )
}

/**
 * Returns the event handlers that let an element accept dropped files, and whether the user is dragging a file over the
 * element.
 */
function useDrop(take: (file: File | undefined) => void) {
  const [isOver, setOver] = useState(false)
  const stay = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  return {
    isOver,
    onDragOver: stay,
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      take(event.dataTransfer.files[0])
    },
  }
}
