import { ArrowLeft } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import type { ReactNode } from 'react'
import type { ReadBook } from '#web/reading/reader/state/read-book.ts'
import './reader-papers.css'
import './reader.css'

interface FrameProps {
  book: ReadBook
  /** Title of the chapter that the reader shows. */
  chapter?: string
  tools?: ReactNode
  foot?: ReactNode
  paper?: string
  isBare?: boolean
  children: ReactNode
}

/**
 * Layout of the reader: a bar above the book's text and a bar below it. The layout is complete before the book is
 * loaded.
 */
export function ReaderFrame({ book, chapter = '', tools, foot, paper, isBare = false, children }: FrameProps) {
  return (
    <div className="reader" data-paper={paper} data-bare={isBare || undefined}>
      <header className="reader-bar" inert={isBare}>
        <a className="icon-button" href={`/book/${book.id}`} aria-label="回到书页" title="回到书页">
          <Icon of={ArrowLeft} size={20} />
        </a>
        <h1 className="reader-title">
          <bdi className="reader-book">{book.title}</bdi>
          <span className="reader-chapter">{chapter}</span>
        </h1>
        <div className="reader-tools">{tools}</div>
      </header>
      <main id="content" className="reader-main" tabIndex={-1}>
        {children}
      </main>
      <footer className="reader-foot" inert={isBare}>
        {foot}
      </footer>
    </div>
  )
}
