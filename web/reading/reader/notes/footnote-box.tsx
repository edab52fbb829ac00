import { X } from 'lucide'
import { useEffect } from 'react'
import { jump, useReader } from '#web/reading/reader/state/reader-store.ts'
import type { Footnote } from '#web/reading/reader/view/footnote.ts'
import { Icon } from '#web/ui/icon.tsx'
import { usePositionBeside } from './beside-box.ts'
import { closeFootnote } from './close-footnote.ts'
import { FootnoteContent } from './footnote-content.tsx'

/** Box with the note of the book that the user opened, placed beside the link that leads to the note. */
export function OpenedFootnote() {
  const footnote = useReader((state) => state.footnote)
  return footnote && <FootnoteBox key={`${footnote.section} ${footnote.fragment}`} footnote={footnote} />
}

function FootnoteBox({ footnote }: { footnote: Footnote }) {
  const element = usePositionBeside<HTMLElement>(footnote.box)
  useEffect(() => {
    element.current?.querySelector<HTMLElement>('.footnote-text')?.focus({ preventScroll: true })
  }, [element])
  const goThere = async () => {
    useReader.setState({ footnote: null })
    await jump((view) => view.goToSection(footnote.section, footnote.fragment))
    useReader.getState().view?.focus()
  }
  return (
    <section className="footnote-box panel" ref={element} aria-label="注释">
      {/* The text of the note can get the focus, so that the arrow keys scroll a long note. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="footnote-text" tabIndex={0} role="group" aria-label="注释的文字">
        <FootnoteContent footnote={footnote} />
      </div>
      <p className="footnote-actions">
        <button type="button" className="button button-quiet" onClick={() => void goThere()}>
          转到注释
        </button>
        <button type="button" className="icon-button" aria-label="关闭" title="关闭" onClick={closeFootnote}>
          <Icon of={X} size={20} />
        </button>
      </p>
    </section>
  )
}
