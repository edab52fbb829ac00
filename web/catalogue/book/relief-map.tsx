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
}

/** A wide picture of a relief map around places. */
export function ReliefMap({ picture, alt }: ReliefMapProps) {
  return (
    <picture className="relief-map">
      <source media="(width <= 720px)" srcSet={`${picture}/narrow.svg`} width="560" height="420" />
      <img src={`${picture}/wide.svg`} width="1120" height="400" alt={alt} loading="lazy" />
    </picture>
  )
}

interface ReliefMapLinkProps extends ReliefMapProps {
  /** Address of the interactive map, and the name of the place in its middle. */
  href: string
  place: string
}

/** A relief map that links to the interactive map. */
export function ReliefMapLink({ href, place, ...map }: ReliefMapLinkProps) {
  return (
    <a className="relief-map-link" href={href} rel="nofollow">
      <ReliefMap {...map} />
      <span className="relief-map-open">
        <Icon of={Globe} size={18} />
        在地球上看{place}
      </span>
    </a>
  )
}
