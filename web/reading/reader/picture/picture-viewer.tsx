import { X, ZoomIn, ZoomOut } from 'lucide'
import { useEffect, useRef } from 'react'
import { useReader } from '#web/reading/reader/state/reader-store.ts'
import type { OpenedPicture } from '#web/reading/reader/view/book-pictures.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useZoom } from './use-zoom.ts'
import './picture-viewer.css'

/** A picture of the book over the whole window, which the user zooms and moves. */
export function PictureViewer({ picture }: { picture: OpenedPicture }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { stage, image, handleKey, enlarge, reduce } = useZoom()
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal()
  }, [])
  const close = () => {
    useReader.setState({ picture: null })
    useReader.getState().view?.focus()
    if ('focus' in picture.element) (picture.element as HTMLElement).focus({ preventScroll: true })
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog ref={dialog} className="picture-viewer" aria-label="图片" onClose={close} onKeyDown={handleKey}>
      <div className="picture-stage" ref={stage}>
        <img ref={image} src={picture.source} alt={picture.caption} draggable={false} />
      </div>
      {picture.caption !== '' && <p className="picture-caption">{picture.caption}</p>}
      <p className="picture-tools">
        <button type="button" className="icon-button" aria-label="缩小" title="缩小" onClick={reduce}>
          <Icon of={ZoomOut} size={20} />
        </button>
        <button type="button" className="icon-button" aria-label="放大" title="放大" onClick={enlarge}>
          <Icon of={ZoomIn} size={20} />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label="关闭"
          title="关闭"
          onClick={() => dialog.current?.close()}
        >
          <Icon of={X} size={20} />
        </button>
      </p>
    </dialog>
  )
}
