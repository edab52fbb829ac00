import type { KeyboardEvent } from 'react'
import type { DraftPlace } from '#shared/api/place/place-draft.ts'
import { parseVideoSource } from '#shared/video-source.ts'
import { RestoredNotice } from '#web/frame/admin/restored-notice.tsx'
import { useEditedForm } from '#web/frame/admin/use-edited-form.ts'
import { CoverField } from '#web/frame/upload/cover-field.tsx'
import { TagChooser } from '#web/catalogue/tag/tag-chooser.tsx'
import { DecisionForm } from '#web/catalogue/book/form/decision-form.tsx'
import { DraftPlaces } from '#web/catalogue/book/form/draft-places.tsx'
import { sendByKey } from '#web/ui/send-by-key.ts'
import { useForm } from '#web/ui/use-form.ts'
import { Field } from '#web/ui/field.tsx'
import { focusInput } from '#web/ui/focus-input.ts'
import { LongField } from '#web/ui/long-field.tsx'

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
  /** The id of the video that the editor edits; null for a new video. */
  id: string | null
  begun: VideoFields
  save: (fields: VideoFields) => Promise<unknown>
  onSaved: () => void
  onClose: () => void
}

/** Form with all fields of a video. Ctrl+Enter saves, Escape closes the form. */
export function VideoForm({ id, begun, save, onSaved, onClose }: VideoFormProps) {
  const name = `video ${id ?? 'new'}`
  const { values: fields, change, finishEditing, discard } = useEditedForm(name, { version: '', form: begun })
  const attempt = useForm(async () => {
    await save(fields)
    finishEditing()
    onSaved()
  })
  const { errors } = attempt
  return (
    <DecisionForm
      act={
        <>
          存好 <kbd>Ctrl Enter</kbd>
        </>
      }
      attempt={attempt}
      onClose={onClose}
    >
      <RestoredNotice discard={discard} />
      <TextFields fields={fields} errors={errors} change={change} onKeyDown={sendByKey(onClose)} />
      <CoverField
        cover={fields.cover}
        isVisitor={false}
        error={errors['cover']}
        onChange={(cover) => change({ cover })}
      />
      <TagChooser legend="标签" chosen={fields.tags} error={errors['tags']} onChange={(tags) => change({ tags })} />
      <DraftPlaces
        item="这个视频"
        places={fields.places}
        error={errors['places']}
        onChange={(places) => change({ places })}
      />
    </DecisionForm>
  )
}

interface TextFieldsProps {
  fields: VideoFields
  errors: Record<string, string>
  change: (changed: Partial<VideoFields>) => void
  onKeyDown: (event: KeyboardEvent) => void
}

function TextFields({ fields, errors, change, onKeyDown }: TextFieldsProps) {
  return (
    <>
      <div ref={focusInput}>
        <Field
          label="片名"
          name="title"
          autoComplete="off"
          value={fields.title}
          error={errors['title']}
          onChange={(event) => change({ title: event.target.value })}
          onKeyDown={onKeyDown}
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
        onKeyDown={onKeyDown}
      />
      <LongField
        label="介绍（可不写）"
        name="desc"
        rows={4}
        maxLength={1000}
        value={fields.desc}
        error={errors['desc']}
        hint={`片里有什么，最多 1000 字；现在 ${[...fields.desc].length} 字。`}
        onChange={(event) => change({ desc: event.target.value })}
        onKeyDown={onKeyDown}
      />
    </>
  )
}

function hintFor(typed: string): string {
  const source = parseVideoSource(typed)
  if (source === null) return 'mp4、webm、ogg 文件的 https 地址，或哔哩哔哩、优酷、腾讯视频、YouTube、Vimeo 的视频页'
  return source.kind === 'file' ? `文件，从${source.host ?? '本站'}放` : `嵌入${source.host}的播放器`
}
