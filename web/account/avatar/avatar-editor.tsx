import { ImageUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { uploadTypes } from '#shared/picture.ts'
import { api } from '#web/session/session.ts'
import { displayName, useSession } from '#web/session/session-store.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { describeFailure } from '#web/ui/describe-failure.ts'
import { AvatarDialog } from './avatar-dialog.tsx'
import { readPicture } from './read-picture.ts'
import './avatar-editor.css'

/** The picture one is shown by. */
export function AvatarEditor() {
  const userInfo = useSession((state) => state.userInfo)
  const [picture, setPicture] = useState<ImageBitmap | null>(null)
  const [said, setSaid] = useState({ message: '', isWrong: false })
  const chosen = useRef<HTMLInputElement>(null)
  const { isOver, ...dropHandlers } = useDrop((file) => void open(file))

  async function open(file: File | undefined) {
    if (file === undefined) return
    try {
      setPicture(await readPicture(file))
      setSaid({ message: '', isWrong: false })
    } catch (error) {
      setSaid({ message: describeFailure(error).message, isWrong: true })
    }
    // The same file may be chosen once more.
    if (chosen.current) chosen.current.value = ''
  }
  async function remove() {
    try {
      show((await api.avatar.remove()).profile, '头像已经移除')
    } catch (error) {
      setSaid({ message: describeFailure(error).message, isWrong: true })
    }
  }
  function show(profile: string, message: string) {
    useSession.setState(({ userInfo }) => ({ userInfo: { ...userInfo, profile } }))
    setPicture(null)
    setSaid({ message, isWrong: false })
  }

  return (
    <section className={`avatar-editor${isOver ? ' avatar-editor-over' : ''}`} aria-label="头像" {...dropHandlers}>
      <Avatar name={displayName(userInfo)} size={84} profile={userInfo.profile} />
      <div className="avatar-editor-text">
        <h2>头像</h2>
        <p className="field-hint">JPEG、PNG 或 WebP 图片。可以把图片拖到这里。</p>
        <div className="form-buttons">
          <button type="button" className="button button-quiet" onClick={() => chosen.current?.click()}>
            <ImageUp size={18} strokeWidth={1.5} aria-hidden />
            {userInfo.profile ? '换头像' : '选一张图片'}
          </button>
          {userInfo.profile && (
            <button type="button" className="button button-quiet" onClick={() => void remove()}>
              移除头像
            </button>
          )}
        </div>
        <p className={said.isWrong ? 'field-error' : 'field-hint'} role="status">
          {said.message}
        </p>
        <input
          ref={chosen}
          type="file"
          hidden
          aria-label="头像图片"
          accept={uploadTypes.join(',')}
          onChange={({ target }) => void open(target.files?.[0])}
        />
      </div>
      {picture && (
        <AvatarDialog
          picture={picture}
          onSaved={(profile) => show(profile, '头像已经换好')}
          onClose={() => setPicture(null)}
        />
      )}
    </section>
  )
}

/** What an element needs to be dropped a file on, and whether one hovers over it. */
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
