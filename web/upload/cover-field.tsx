import { ImageUp } from 'lucide-react'
import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react'
import { Failure } from '#shared/api/failure.ts'
import { pictureUrl, uploadTypes } from '#shared/picture.ts'
import { useSite } from '#web/page/use-site.ts'
import './cover-field.css'

interface CoverFieldProps {
  /** The key of an upload, or of the cover there is. */
  cover: string | null
  isVisitor: boolean
  error?: string | undefined
  onChange: (cover: string | null) => void
}

/** A picture of the cover, put into the store as soon as it is chosen. */
export function CoverField({ cover, isVisitor, error, onChange }: CoverFieldProps) {
  const id = useId()
  const site = useSite()
  const [progress, setProgress] = useState<number | null>(null)
  const [wrong, setWrong] = useState('')
  const [preview, setPreview] = useState<string | null>(null)
  const uploading = useRef<AbortController>(undefined)
  useEffect(() => () => uploading.current?.abort(), [])
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    target.value = ''
    if (file === undefined) return
    uploading.current?.abort()
    const controller = new AbortController()
    uploading.current = controller
    setWrong('')
    setProgress(0)
    try {
      const { uploadPicture } = await import('./upload-picture.ts')
      const key = await uploadPicture(file, 'cover', setProgress, controller.signal)
      setPreview(await readAsDataUrl(file))
      onChange(key)
    } catch (failure) {
      if (!controller.signal.aborted) setWrong(failure instanceof Failure ? failure.message : '图片没有传上去，请再试')
    } finally {
      if (uploading.current === controller) setProgress(null)
    }
  }
  const remove = () => {
    setPreview(null)
    onChange(null)
  }
  const kept = cover !== null && !cover.startsWith('upload/') ? pictureUrl(site, cover, 240) : null
  const shown = cover === null ? null : (preview ?? kept)
  const said = wrong || error
  return (
    <div className="field cover-field">
      <label htmlFor={id}>封面照片（可不传）</label>
      <div className="cover-row">
        {shown === null ? (
          <span className="cover-empty">
            <ImageUp size={28} strokeWidth={1.5} aria-hidden />
          </span>
        ) : (
          <img src={shown} width="96" height="144" alt="你传的封面" />
        )}
        <div className="cover-buttons">
          <input
            id={id}
            type="file"
            className="visually-hidden"
            accept={uploadTypes.join(',')}
            disabled={isVisitor || progress !== null}
            aria-describedby={`${id}-note`}
            onChange={(event) => void choose(event)}
          />
          <label htmlFor={id} className="button button-quiet" aria-disabled={isVisitor || progress !== null}>
            {cover === null ? '选一张' : '换一张'}
          </label>
          {cover !== null && (
            <button type="button" className="button button-quiet" onClick={remove}>
              不用它
            </button>
          )}
        </div>
      </div>
      <p id={`${id}-note`} className={said ? 'field-error' : 'field-hint'} role="status">
        {said ||
          (progress !== null
            ? `正在上传，${Math.round(progress * 100)}%`
            : cover !== null && shown === null
              ? '封面已经传好'
              : isVisitor
                ? '登录之后可以传；不传，就用知图画的封面'
                : 'JPEG、PNG 或 WebP，最大 2 MB；不传，就用知图画的封面')}
      </p>
    </div>
  )
}

/** The site's pages show pictures of their own and such addresses, nothing else. */
function readAsDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error))
    reader.readAsDataURL(file)
  })
}
