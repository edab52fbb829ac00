import type { ReactNode } from 'react'
import type { ItemHead } from '#shared/api/book/item.ts'
import { BookCover } from '#web/book/book-cover.tsx'
import { useSite } from '#web/page/use-site.ts'
import { VideoCover } from '#web/video/video-cover.tsx'
import './item-line.css'

interface ItemLineProps {
  item: ItemHead
  /** The part of the item's page that is meant. */
  hash?: string
  children?: ReactNode
  /** What can be done about it. */
  action: ReactNode
}

/** An item on a line of a list of one's own, with what one did about it. */
export function ItemLine({
  item: { itemType, itemId, title, authors, cover },
  hash = '',
  children,
  action,
}: ItemLineProps) {
  const { featureVideo } = useSite()
  const href = itemType === 'book' ? `/book/${itemId}${hash}` : featureVideo ? `/video/${itemId}${hash}` : undefined
  return (
    <article className="item-line">
      <span className="item-line-cover">
        {itemType === 'book' ? (
          <BookCover id={itemId} title={title} cover={cover} />
        ) : (
          <VideoCover id={itemId} cover={cover} />
        )}
      </span>
      <div className="item-line-text">
        <h2>
          <a href={href}>{`《${title}》`}</a>
        </h2>
        {authors.length > 0 && <p className="item-line-authors">{authors.join('、')}</p>}
        {children}
      </div>
      <div className="item-line-action">{action}</div>
    </article>
  )
}
