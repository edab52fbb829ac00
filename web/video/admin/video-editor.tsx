import { useCallback, useState } from 'react'
import { useAnswer } from '#web/ui/use-answer.ts'
import { api } from '#web/session/session.ts'
import { describe } from '#web/ui/use-submit.ts'
import { emptyVideo, VideoForm, type VideoFields } from './video-form.tsx'

interface VideoEditorProps {
  /** Null for a new one. */
  id: string | null
  onSaved: () => void
  onClose: () => void
}

/** The form of a new video, or of one there is once it is read. */
export function VideoEditor({ id, onSaved, onClose }: VideoEditorProps) {
  const ask = useCallback(
    async (signal?: AbortSignal): Promise<VideoFields> => (id === null ? emptyVideo : api.video.draft({ id }, signal)),
    [id],
  )
  const { data, message } = useAnswer(ask)
  const [failure, setFailure] = useState<ReturnType<typeof describe>>({ errors: {}, message: '' })
  const [isBusy, setIsBusy] = useState(false)
  const save = async (fields: VideoFields) => {
    if (isBusy) return
    setIsBusy(true)
    try {
      if (id === null) await api.video.create(fields)
      else await api.video.update({ id, ...fields })
      onSaved()
    } catch (error) {
      setFailure(describe(error))
      setIsBusy(false)
    }
  }
  if (data === undefined) return <p role={message ? 'alert' : 'status'}>{message || '正在读取……'}</p>
  return (
    <VideoForm
      key={id}
      begun={data}
      isBusy={isBusy}
      errors={failure.errors}
      message={failure.message}
      onSave={(fields) => void save(fields)}
      onClose={onClose}
    />
  )
}
