import { Globe } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import './relief-map.css'

interface ReliefMapProps {
  /**
   * Path of the picture, such as `/map/book/{id}`, without its last segment. The component adds `/wide.svg` or, for
   * small windows, `/narrow.svg`.
   */
  picture: string
  alt: string
  /** Address of the interactive map that shows the same places. */
  href: string
}

/** A wide picture of a relief map around places, which links to the interactive map. */
export function ReliefMap({ picture, alt, href }: ReliefMapProps) {
  return (
    <a className="relief-map" href={href} rel="nofollow">
      <picture>
        <source media="(width <= 720px)" srcSet={`${picture}/narrow.svg`} width="560" height="420" />
        <img src={`${picture}/wide.svg`} width="1120" height="400" alt={alt} loading="lazy" />
      </picture>
      <span className="relief-map-open">
        <Icon of={Globe} size={18} />
        在地球上看
      </span>
    </a>
  )
}
