import { useEffect, useState } from 'react'
import { passageLimit } from '#shared/passage-limit.ts'
import type { ReadBook } from '#web/reading/reader/state/read-book.ts'
import { useReader } from '#web/reading/reader/state/reader-store.ts'
import { readPicture } from '#web/frame/session/site-files.ts'
import { AskDialog, useCloseDialog } from '#web/ui/ask-dialog.tsx'
import { citePassage } from './cite-passage.ts'
import './passage-picture.css'

interface Passage {
  text: string
  section: number
  chapter: number
  /** The author whom the text names above the passage; or empty. */
  by: string
}

interface PassagePictureProps {
  book: ReadBook
  passage: Passage
}

/** Dialog with a passage of the book as a picture, which the user shares by the system or saves. */
export function PassagePicture({ book, passage }: PassagePictureProps) {
  const close = () => {
    useReader.setState({ shared: null })
    useReader.getState().view?.focus()
  }
  return (
    <AskDialog heading="做成图片" onClose={close}>
      <PictureContent book={book} passage={passage} />
    </AskDialog>
  )
}

function PictureContent({ book, passage }: PassagePictureProps) {
  const close = useCloseDialog()
  const outline = useReader((state) => state.outline)
  const address = addressOf(book.id, outline?.fileId ?? '', passage)
  const { file, wrong } = usePicture(address, book.title)
  const [notice, setNotice] = useState('')
  const data = file && { files: [file], title: `《${book.title}》` }
  const canShare = data !== null && typeof navigator.canShare === 'function' && navigator.canShare(data)
  const share = () =>
    void navigator.share(data ?? {}).catch((error: unknown) => {
      // If the user closes the share sheet of the system without sharing, no error is shown.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setNotice('没有分享出去，可以先保存图片')
    })
  const chapter = outline?.contents[passage.chapter]?.label ?? ''
  return (
    <>
      <p className="passage-notice" role="status">
        {wrong || notice || (file === null ? '正在画……' : '')}
      </p>
      {file !== null && (
        // The picture is shown by its address, from the browser's cache, because the content security policy does not
        // allow object URLs.
        <img
          className="passage-picture"
          src={address}
          alt={citePassage(passage.text, book, { chapter, by: passage.by })}
        />
      )}
      <p className="ask-dialog-buttons">
        {canShare && (
          <button type="button" className="button" onClick={share}>
            分享
          </button>
        )}
        {file !== null && (
          <a className={canShare ? 'button button-quiet' : 'button'} href={address} download={file.name}>
            保存图片
          </a>
        )}
        <button type="button" className="button button-quiet" onClick={close}>
          不用了
        </button>
      </p>
    </>
  )
}

interface Picture {
  file: File | null
  /** Error message for the user if the picture could not be loaded; otherwise empty. */
  wrong: string
}

/**
 * React hook that fetches the picture at an address. An empty address, which stands for a passage that is too long,
 * fetches nothing.
 */
function usePicture(address: string, title: string): Picture {
  const [picture, setPicture] = useState<Picture>({ file: null, wrong: '' })
  useEffect(() => {
    if (address === '') return
    const ending = new AbortController()
    readPicture(address, ending.signal).then(
      (picture) => setPicture({ file: new File([picture], nameOf(title), { type: 'image/png' }), wrong: '' }),
      (error: unknown) => ending.signal.aborted || setPicture({ file: null, wrong: describe(error) }),
    )
    return () => ending.abort()
  }, [address, title])
  return address === '' ? { file: null, wrong: tooLong } : picture
}

const tooLong = `一张图片最多 ${passageLimit.characters} 字、${passageLimit.lines} 行，请少选一些`

/** Returns the path of the picture of a passage; empty if the path would be so long that the site refuses it. */
function addressOf(bookId: string, fileId: string, { text, section, chapter }: Passage): string {
  if ([...text].length > 2 * passageLimit.characters) return ''
  const fields = { file: fileId, section: String(section), chapter: String(chapter), text }
  return `/share/passage/${bookId}.png?${new URLSearchParams(fields)}`
}

const nameOf = (title: string) => `${title.replace(/[\\/:*?"<>|]/g, '_')}.png`

/**
 * Returns the error's message if it is in Chinese, as the site's messages are. The browser's own errors, such as for a
 * missing network, are not in Chinese, so a general message replaces them.
 */
function describe(error: unknown): string {
  const isOurs = error instanceof Error && /\p{Script=Han}/u.test(error.message)
  return isOurs ? error.message : '图片没有取到，请检查网络后再试'
}
