import { useEffect, useRef } from 'react'
import { goToProgress, percent } from '#web/reader/progress/save-place.ts'
import { jump, useReader } from '#web/reader/state/reader-store.ts'
import './reader-questions.css'

/** What is asked or told above the text. */
export function ReaderQuestions() {
  const notice = useReader((state) => state.notice)
  return (
    <>
      <Offer />
      <Outward />
      <p className="reader-notice" role="status">
        {notice}
      </p>
    </>
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
  return (
    <section className="reader-ask panel" aria-label="另一台设备上的进度" aria-live="polite">
      <p>
        你在{offer.device || '另一台设备'}上读到 {percent(offer.fraction)}。
      </p>
      <p className="reader-ask-actions">
        <button type="button" className="button" onClick={go}>
          去那里
        </button>
        <button type="button" className="button button-quiet" onClick={close}>
          留在这里
        </button>
      </p>
    </section>
  )
}

/** Books may link anywhere; nobody is taken there unasked. */
function Outward() {
  const href = useReader((state) => state.outward)
  const stay = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (href !== null) stay.current?.focus()
  }, [href])
  if (href === null) return null
  const close = () => {
    useReader.setState({ outward: null })
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
