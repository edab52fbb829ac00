import { useId, useState } from 'react'
import type { DraftPlace } from '#shared/api/book-draft.ts'
import { readVideoSource } from '#shared/video-source.ts'
import { PlacePicker } from '../place/place-picker.tsx'
import { CoverField } from '../recommend/cover-field.tsx'
import { TagChooser } from '../recommend/tag-chooser.tsx'
import { RegionSelect, regionNamed } from '../review/region-select.tsx'
import { sendByKey } from '../review/send-by-key.ts'
import { Field } from '../ui/field.tsx'
import '../recommend/recommend.css'
import '../review/review.css'

export interface VideoFields {
  title: string
  source: string
  cover: string | null
  desc: string
  tags: string[]
  places: DraftPlace[]
}
export const emptyVideo: VideoFields = { title: '', source: '', cover: null, desc: '', tags: [], places: [] }

interface VideoFormProps {
  begun: VideoFields
  isBusy: boolean
  errors: Record<string, string>
  message: string
  onSave: (fields: VideoFields) => void
  onClose: () => void
}

/** All that an editor says of a video. Ctrl and Enter saves, Escape leaves. */
export function VideoForm({ begun, isBusy, errors, message, onSave, onClose }: VideoFormProps) {
  const [fields, setFields] = useState(begun)
  const change = (changed: Partial<VideoFields>) => setFields((now) => ({ ...now, ...changed }))
  const send = () => onSave(fields)
  const key = sendByKey(send, onClose)
  return (
    <form
      className="review-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div ref={focusInput}>
        <Field
          label="片名"
          name="title"
          autoComplete="off"
          value={fields.title}
          error={errors['title']}
          onChange={(event) => change({ title: event.target.value })}
          onKeyDown={key}
        />
      </div>
      <Field
        label="视频的网址"
        name="source"
        autoComplete="off"
        inputMode="url"
        value={fields.source}
        error={errors['source']}
        hint={hintFor(fields.source)}
        onChange={(event) => change({ source: event.target.value })}
        onKeyDown={key}
      />
      <DescField value={fields.desc} error={errors['desc']} onChange={(desc) => change({ desc })} onKeyDown={key} />
      <CoverField
        cover={fields.cover}
        isVisitor={false}
        error={errors['cover']}
        onChange={(cover) => change({ cover })}
      />
      <TagChooser legend="标签" chosen={fields.tags} error={errors['tags']} onChange={(tags) => change({ tags })} />
      <PlacePicker
        legend="地方"
        item="这个视频"
        places={fields.places}
        max={12}
        error={errors['places']}
        complete={({ region, ...place }) => ({ ...place, region: place.placeId === null ? regionNamed(region) : null })}
        onChange={(places) => change({ places })}
        extra={regionOfNew}
      />
      {message && (
        <p className="form-message" role="alert">
          {message}
        </p>
      )}
      <p className="review-acts">
        <button type="submit" className="button" disabled={isBusy}>
          存好 <kbd>Ctrl Enter</kbd>
        </button>
        <button type="button" className="button button-quiet" onClick={onClose}>
          算了 <kbd>Esc</kbd>
        </button>
      </p>
    </form>
  )
}

/** Only a new place must say where it lies. */
function regionOfNew(place: DraftPlace, replace: (place: DraftPlace) => void) {
  if (place.placeId !== null) return null
  return <RegionSelect place={place.name} region={place.region} onChange={(region) => replace({ ...place, region })} />
}

function hintFor(typed: string): string {
  const source = readVideoSource(typed)
  if (source === null) return 'mp4、webm、ogg 文件的 https 地址，或哔哩哔哩、优酷、腾讯视频、YouTube、Vimeo 的视频页'
  return source.kind === 'file' ? `文件，从${source.host ?? '本站'}放` : `嵌入${source.host}的播放器`
}

interface DescFieldProps {
  value: string
  error: string | undefined
  onChange: (desc: string) => void
  onKeyDown: ReturnType<typeof sendByKey>
}

function DescField({ value, error, onChange, onKeyDown }: DescFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>介绍（可不写）</label>
      <textarea
        id={id}
        rows={4}
        maxLength={1000}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={`${id}-note`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <p id={`${id}-note`} className={error ? 'field-error' : 'field-hint'}>
        {error ?? `片里有什么，最多 1000 字；现在 ${[...value].length} 字。`}
      </p>
    </div>
  )
}

const focusInput = (element: HTMLElement | null) => element?.querySelector('input')?.focus()
