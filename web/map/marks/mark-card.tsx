import { X } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import type { Mark } from '#shared/api/place/mark.ts'
import { BookCover } from '#web/catalogue/book/book-cover.tsx'
import { Credits } from '#web/catalogue/book/credits.tsx'
import { placeKindNames } from '#web/catalogue/book/book-words.ts'
import { useSite } from '#web/frame/page/use-site.ts'
import { VideoCover } from '#web/catalogue/video/video-cover.tsx'
import { useEscape } from '#web/ui/use-escape.ts'
import { PlaceLine } from '#web/catalogue/book/place-line.tsx'
import { useFocusOnOpen } from './use-focus-on-open.ts'

interface MarkCardProps {
  mark: Mark
  /** URL of the close button: the map page in its present state, without the opened mark. */
  closeHref: string
}

/**
 * Card of the opened mark: the book or video, its relation to the place, what it tells of the place or else the
 * recommendation, and a link to its page.
 */
export function MarkCard({ mark: { properties }, closeHref }: MarkCardProps) {
  const { title, itemType, itemId, cover, authors, authorIds, placeId, place, region, kinds, sentence, reason } =
    properties
  const heading = useRef<HTMLHeadingElement>(null)
  const navigate = useNavigate()
  useFocusOnOpen(heading)
  const { featureVideo } = useSite()
  const href = itemType === 'book' || featureVideo ? `/${itemType}/${itemId}` : undefined
  useEscape(() => void navigate(closeHref, { preventScrollReset: true }))
  return (
    <section className="map-card mark-card" aria-labelledby="mark-title">
      <a className="icon-button map-card-close" href={closeHref} aria-label="关闭">
        <Icon of={X} size={20} />
      </a>
      {itemType === 'book' ? (
        <BookCover id={itemId} title={title} cover={cover} isLazy={false} />
      ) : (
        <VideoCover id={itemId} cover={cover} isLazy={false} />
      )}
      <div>
        <h2 id="mark-title" ref={heading} tabIndex={-1}>
          <a href={href}>{title}</a>
        </h2>
        <p className="mark-card-authors">
          {itemType === 'video' ? '视频' : <Credits names={authors} ids={authorIds} />}
        </p>
        <p className="map-card-where">
          <span>
            <a href={`/place/${placeId}`}>{place}</a>
            {region !== place && ` · ${region}`}
          </span>
          {kinds.map((kind) => (
            <span key={kind} className="badge">
              {placeKindNames[kind]}
            </span>
          ))}
        </p>
      </div>
      {sentence === null ? reason !== null && <blockquote>{reason}</blockquote> : <PlaceLine sentence={sentence} />}
      {href !== undefined && (
        <a className="button" href={href}>
          {itemType === 'book' ? '看这本书' : '看这个视频'}
        </a>
      )}
    </section>
  )
}
