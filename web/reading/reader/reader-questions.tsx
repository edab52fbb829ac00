import { type ReactNode, useEffect, useRef } from 'react'
import { goToProgress, percent } from '#web/reading/reader/progress/save-progress.ts'
import { jump, useReader } from '#web/reading/reader/state/reader-store.ts'
import { readFromBeginning } from '#web/reading/reader/state/turn-page.ts'
import { useReturnFocus } from '#web/reading/reader/state/use-return-focus.ts'
import './reader-questions.css'

/** Questions and notices that the reader shows above the text of the book. */
export function ReaderQuestions() {
  const notice = useReader((state) => state.notice)
  return (
    <>
      <Offer />
      <BeginningOffer />
      <NewTextOffer />
      <ExternalLinkDialog />
      <p className="reader-notice" role="status">
        {notice}
      </p>
    </>
  )
}

interface QuestionProps {
  label: string
  text: ReactNode
  /** The buttons with the answers. */
  children: ReactNode
}

/** A question above the text. When it is answered, the focus moves to the text. */
function Question({ label, text, children }: QuestionProps) {
  useReturnFocus()
  return (
    <section className="reader-ask panel" aria-label={label} aria-live="polite">
      <p>{text}</p>
      <p className="reader-ask-actions">{children}</p>
    </section>
  )
}

function Offer() {
  const offer = useReader((state) => state.offer)
  if (offer === null) return null
  const close = () => useReader.setState({ offer: null })
  const go = () => {
    close()
    void jump(() => goToProgress(offer))
  }
  const text = `你在${offer.device || '另一台设备'}上读到 ${percent(offer.fraction)}。`
  return (
    <Question label="另一台设备上的进度" text={text}>
      <button type="button" className="button" onClick={go}>
        去那里
      </button>
      <button type="button" className="button button-quiet" onClick={close}>
        留在这里
      </button>
    </Question>
  )
}

/** Offers to begin a book again that the user has opened where it ends. */
function BeginningOffer() {
  const isShown = useReader(({ offersBeginning, offer }) => offersBeginning && offer === null)
  if (!isShown) return null
  return (
    <Question label="这本书读完了" text="上次你读完了这本书。">
      <button type="button" className="button" onClick={readFromBeginning}>
        从头再读
      </button>
      <button
        type="button"
        className="button button-quiet"
        onClick={() => useReader.setState({ offersBeginning: false })}
      >
        留在这里
      </button>
    </Question>
  )
}

/** Offers to open the book again after another text has replaced the one that the reader shows. */
function NewTextOffer() {
  const isReplaced = useReader((state) => state.isReplaced)
  if (!isReplaced) return null
  return (
    <Question label="正文换了新的一版" text="这本书的正文换成了新的一版。">
      <button type="button" className="button" onClick={() => location.reload()}>
        读新的一版
      </button>
    </Question>
  )
}

/** Asks for confirmation before a link of the book opens another site. */
function ExternalLinkDialog() {
  const href = useReader((state) => state.externalLink)
  const stay = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (href !== null) stay.current?.focus()
  }, [href])
  if (href === null) return null
  const close = () => {
    useReader.setState({ externalLink: null })
    useReader.getState().view?.focus()
  }
  return (
    <section className="reader-ask panel" role="alertdialog" aria-label="书外的链接">
      <p>
        这个链接通往书外：<span className="reader-link-address">{href}</span>
      </p>
      <p className="reader-ask-actions">
        <a className="button" href={href} target="_blank" rel="noopener noreferrer" onClick={close}>
          在新页打开
        </a>
        <button type="button" className="button button-quiet" ref={stay} onClick={close}>
          不去
        </button>
      </p>
    </section>
  )
}
