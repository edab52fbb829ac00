import { pictureSizes, pictureUrl } from '#shared/picture.ts'
import { useSite } from '#web/frame/page/use-site.ts'
import './book-cover.css'

interface BookCoverProps {
  id: string
  title: string
  /** Storage key of the uploaded cover of a book; null shows the generated cover. */
  cover: string | null
  /**
   * Whether the browser loads the cover of the book only when it is about to be visible. Covers in the first row of a
   * page are not lazy, so that the browser requests them early and with high priority, before it knows the layout.
   */
  isLazy?: boolean
  /** Whether the cover is hidden from screen readers, because the title of the book stands beside it. */
  isDecorative?: boolean
}

export function BookCover({ id, title, cover, isLazy = true, isDecorative = true }: BookCoverProps) {
  const site = useSite()
  const widths = cover && pictureSizes.cover.map((size) => `${pictureUrl(site, cover, size)} ${size}w`).join(', ')
  return (
    <img
      className="book-cover"
      src={cover ? pictureUrl(site, cover, 480) : `/cover/${id}.svg`}
      {...(widths ? { srcSet: widths, sizes: '(max-width: 640px) 56vw, 300px' } : {})}
      width="240"
      height="360"
      alt={isDecorative ? '' : `《${title}》封面`}
      loading={isLazy ? 'lazy' : 'eager'}
      {...(isLazy ? {} : { fetchPriority: 'high' })}
      decoding="async"
    />
  )
}
