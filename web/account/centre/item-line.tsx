import type { ReactNode } from 'react'
import type { ItemHead } from '#shared/api/item.ts'
import { BookCover } from '#web/catalogue/book/book-cover.tsx'
import { Credits } from '#web/catalogue/book/credits.tsx'
import { useSite } from '#web/frame/page/use-site.ts'
import { VideoCover } from '#web/catalogue/video/video-cover.tsx'
import './item-line.css'

interface ItemLineProps {
  item: ItemHead
  /**
   * Fragment that is added to the link to the page of the book or video, such as `#comments` for the page's comments.
   */
  hash?: string
  children?: ReactNode
  /** Button or menu for what the user can do with the listed book or video. */
  action: ReactNode
}

/** One line about a book or video in a list of the user centre, such as the user's likes, saves and comments. */
export function ItemLine({
  item: { itemType, itemId, title, authors, authorIds, cover },
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
        {authors.length > 0 && (
          <p className="item-line-authors">
            <Credits names={authors} ids={authorIds} />
          </p>
        )}
        {children}
      </div>
      <div className="item-line-action">{action}</div>
    </article>
  )
}
