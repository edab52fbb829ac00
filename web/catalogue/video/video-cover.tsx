import { pictureUrl } from '#shared/picture.ts'
import { useSite } from '#web/frame/page/use-site.ts'
import './video-cover.css'

interface VideoCoverProps {
  id: string
  /** Storage key of the uploaded cover of a video; null shows the generated cover. */
  cover: string | null
  isLazy?: boolean
  /** Alternative text of the cover; set it only if no text beside the cover says the same. */
  alt?: string
}

export function VideoCover({ id, cover, isLazy = true, alt = '' }: VideoCoverProps) {
  const site = useSite()
  return (
    <img
      className="video-cover"
      src={cover ? pictureUrl(site, cover, 960) : `/cover/video/${id}.svg`}
      width="480"
      height="270"
      alt={alt}
      loading={isLazy ? 'lazy' : 'eager'}
      decoding="async"
    />
  )
}
