import { ImageUp } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react'
import { Failure } from '#shared/api/failure.ts'
import { pictureUrl, uploadTypes } from '#shared/picture.ts'
import { useSite } from '#web/frame/page/use-site.ts'
import './cover-field.css'

interface CoverFieldProps {
  /** Storage key of the picture that the user uploaded, or of the present cover. */
  cover: string | null
  label?: string
  isVisitor: boolean
  /** Whether the site draws a cover where none is uploaded. */
  isDrawn?: boolean
  error?: string | undefined
  onChange: (cover: string | null) => void
}

/** Form field for the cover of a book, edition or video. A picture is uploaded as soon as the user chooses a file. */
export function CoverField(props: CoverFieldProps) {
  const { cover, label = '封面照片（可不传）', isVisitor, isDrawn = true, error, onChange } = props
  const id = useId()
  const site = useSite()
  const { progress, failure, preview, upload, clear } = useCoverUpload(onChange)
  const stored = cover !== null && !cover.startsWith('upload/') ? pictureUrl(site, cover, 240) : null
  const shown = cover === null ? null : (preview ?? stored)
  const isDisabled = isVisitor || progress !== null
  const wrong = failure || error
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    // The file input is emptied, so that choosing the same file again fires a change event.
    target.value = ''
    if (file !== undefined) void upload(file)
  }
  const remove = () => {
    clear()
    onChange(null)
  }
  const hint = () => {
    if (progress !== null) return `正在上传，${Math.round(progress * 100)}%`
    if (cover !== null && shown === null) return '封面已经传好'
    if (isVisitor) return '登录之后可以传；不传，就用网站画的封面'
    return `JPEG、PNG 或 WebP，最大 2 MB${isDrawn ? '；不传，就用网站画的封面' : ''}`
  }
  return (
    <div className="field cover-field">
      <label htmlFor={id}>{label}</label>
      <div className="cover-row">
        <CoverPicture src={shown} />
        <div className="cover-buttons">
          <input
            id={id}
            type="file"
            className="visually-hidden"
            accept={uploadTypes.join(',')}
            disabled={isDisabled}
            aria-describedby={`${id}-note`}
            onChange={choose}
          />
          <label htmlFor={id} className="button button-quiet" aria-disabled={isDisabled}>
            {cover === null ? '选一张' : '换一张'}
          </label>
          {cover !== null && (
            <button type="button" className="button button-quiet" onClick={remove}>
              不用它
            </button>
          )}
        </div>
      </div>
      <p id={`${id}-note`} className={wrong ? 'field-error' : 'field-hint'} role="status">
        {wrong || hint()}
      </p>
    </div>
  )
}

function CoverPicture({ src }: { src: string | null }) {
  if (src !== null) return <img src={src} width="96" height="144" alt="你传的封面" />
  return (
    <span className="cover-empty">
      <Icon of={ImageUp} size={28} />
    </span>
  )
}

/** Uploads one cover at a time. `onUploaded` receives the storage key of the uploaded picture. */
function useCoverUpload(onUploaded: (key: string) => void) {
  const [progress, setProgress] = useState<number | null>(null)
  const [failure, setFailure] = useState('')
  const [preview, setPreview] = useState<string | null>(null)
  const uploading = useRef<AbortController>(undefined)
  useEffect(() => () => uploading.current?.abort(), [])
  const upload = async (file: File) => {
    uploading.current?.abort()
    const controller = (uploading.current = new AbortController())
    setFailure('')
    setProgress(0)
    try {
      const { uploadPicture } = await import('./upload-picture.ts')
      const key = await uploadPicture(file, 'cover', setProgress, controller.signal)
      setPreview(await readAsDataUrl(file))
      onUploaded(key)
    } catch (error) {
      if (!controller.signal.aborted) setFailure(error instanceof Failure ? error.message : '图片没有传上去，请再试')
    } finally {
      if (uploading.current === controller) setProgress(null)
    }
  }
  return { progress, failure, preview, upload, clear: () => setPreview(null) }
}

/** Reads a file as a data URL. The content security policy allows pictures from data URLs and the site itself only. */
function readAsDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error))
    reader.readAsDataURL(file)
  })
}
