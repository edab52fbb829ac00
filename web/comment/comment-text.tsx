import { Fragment, type ReactNode } from 'react'

const pieces =
  /\|\|(?<fold>[^|](?:.|\n)*?)\|\||(?<link>https?:\/\/[^\s<>"'，。；：！？、（）《》「」【】|]+)|(?<name>@[\p{L}\p{N}_·-]{1,20})/gu

/** Renders a comment: folds spoilers written as `||…||`, turns safe URLs into links, and highlights `@name`. */
export function CommentText({ content }: { content: string }) {
  return <div className="comment-text">{format(content)}</div>
}

function format(text: string): ReactNode[] {
  const parts: ReactNode[] = []
  let from = 0
  for (const match of text.matchAll(pieces)) {
    const { fold, link, name } = match.groups ?? {}
    parts.push(text.slice(from, match.index))
    from = match.index + match[0].length
    if (fold !== undefined) parts.push(<Spoiler key={from} text={fold} />)
    else if (link !== undefined) parts.push(<Fragment key={from}>{toLink(link)}</Fragment>)
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
