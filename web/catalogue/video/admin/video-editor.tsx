import { useCallback } from 'react'
import { useAnswer } from '#web/ui/use-answer.ts'
import { api } from '#web/frame/session/session.ts'
import { emptyVideo, VideoForm, type VideoFields } from './video-form.tsx'

interface VideoEditorProps {
  /** Id of the video to edit; null for a new one. */
  id: string | null
  onSaved: () => void
  onClose: () => void
}

/** Loads a video and shows its form, or an empty form for a new video. */
export function VideoEditor({ id, onSaved, onClose }: VideoEditorProps) {
  const ask = useCallback(
    async (signal?: AbortSignal): Promise<VideoFields> => (id === null ? emptyVideo : api.video.draft({ id }, signal)),
    [id],
  )
  const { data, message } = useAnswer(ask)
  const save = (fields: VideoFields) => (id === null ? api.video.create(fields) : api.video.update({ id, ...fields }))
  if (data === undefined) return <p role={message ? 'alert' : 'status'}>{message || '正在读取……'}</p>
  return <VideoForm key={id} id={id} begun={data} save={save} onSaved={onSaved} onClose={onClose} />
}
