import { useState } from 'react'
import type { VideoCard } from '#shared/api/book/video.ts'
import { Failure } from '#shared/api/failure.ts'
import { api } from '#web/frame/session/session.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

interface RemoveVideoProps {
  video: VideoCard
  onRemoved: () => void
  onClose: () => void
}

/**
 * Dialog that deletes a video. A second confirmation is required if users have commented on, rated or saved the video.
 */
export function RemoveVideo({ video: { id, title }, onRemoved, onClose }: RemoveVideoProps) {
  const [isWarned, setIsWarned] = useState(false)
  const remove = async () => {
    try {
      await api.video.remove({ id, confirmed: isWarned })
    } catch (error) {
      if (error instanceof Failure && error.kind === 'conflict') setIsWarned(true)
      throw error
    }
    onRemoved()
  }
  return (
    <ConfirmDialog
      heading={`移除「${title}」？`}
      confirm={isWarned ? '连评论一起移除' : '移除'}
      act={remove}
      onClose={onClose}
    >
      <p>它在列表、地图和检索里都不再出现，喜欢、收藏和评分也一并去掉。不能撤销。</p>
    </ConfirmDialog>
  )
}
