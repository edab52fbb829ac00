import { Fragment, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { cutLink } from '#shared/link.ts'
import { commentFold } from './comment-fold.ts'

const pieces = /\|\|(?<fold>[^|](?:.|\n)*?)\|\||(?<link>https?:\/\/[^\s|]+)|(?<name>@[\p{L}\p{N}_·-]{1,20})/giu

/**
 * Renders a comment: folds spoilers written as `||…||`, turns safe URLs into links, and highlights `@name`. Of a long
 * comment only the first lines are visible until the user unfolds it; without JavaScript all of it is visible.
 */
export function CommentText({ content }: { content: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const element = useRef<HTMLDivElement>(null)
  const fold = commentFold(content.replace(pieces, (piece, spoiler?: string) => (spoiler === undefined ? piece : '')))
  useEffect(() => {
    // The browser may have scrolled to a word in the folded text before the page was hydrated.
    if (element.current !== null && element.current.scrollTop > 0) setIsOpen(true)
  }, [])
  if (fold === 'none') return <div className="comment-text">{format(content)}</div>
  const toggle = () => {
    // The end of a long comment may be far below its beginning, so the beginning comes into view when it is folded.
    if (isOpen) element.current?.closest('.comment')?.scrollIntoView({ block: 'nearest' })
    setIsOpen(!isOpen)
  }
  return (
    <>
      <div
        className="comment-text"
        id={id}
        ref={element}
        data-fold={isOpen ? undefined : fold}
        // The browser scrolls folded text when it finds words in it, or when a link in it gets the focus.
        onScroll={() => setIsOpen(true)}
      >
        {format(content)}
      </div>
      <button
        type="button"
        className="text-button comment-unfold"
        data-fold={fold}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
      >
        {isOpen ? '收起' : '展开全文'}
      </button>
    </>
  )
}

function format(text: string): ReactNode[] {
  const parts: ReactNode[] = []
  let from = 0
  const rest = new RegExp(pieces)
  for (let match = rest.exec(text); match !== null; match = rest.exec(text)) {
    const { fold, link, name } = match.groups ?? {}
    const address = link === undefined ? '' : cutLink(link)
    parts.push(text.slice(from, match.index))
    // The text behind a link may contain further pieces.
    from = rest.lastIndex = match.index + (address || match[0]).length
    if (fold !== undefined) parts.push(<Spoiler key={from} text={fold} />)
    else if (link !== undefined) parts.push(<Fragment key={from}>{toLink(address || link)}</Fragment>)
    else parts.push(<b key={from}>{name}</b>)
  }
  return [...parts, text.slice(from)]
}

/** A spoiler is a `details` element, so that it can be unfolded without JavaScript too. */
function Spoiler({ text }: { text: string }) {
  return (
    <details className="spoiler">
      <summary>剧透</summary>
      <span>{format(text)}</span>
    </details>
  )
}

function toLink(address: string): ReactNode {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) return address
  return (
    <a href={address} rel="nofollow ugc noopener noreferrer" target="_blank">
      {address}
    </a>
  )
}
