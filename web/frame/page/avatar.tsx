import { useState } from 'react'
import { pictureUrl } from '#shared/picture.ts'
import { useSite } from './use-site.ts'
import { useIsHydrated } from './use-is-hydrated.ts'
import './avatar.css'

interface AvatarProps {
  name: string
  size: 42 | 84
  /**
   * Storage key of the user's avatar. Without a picture, and until it has loaded, the first character of the user's
   * name is shown.
   */
  profile?: string
}

export function Avatar({ name, size, profile = '' }: AvatarProps) {
  const isHydrated = useIsHydrated()
  const [initial = '知'] = name
  return (
    <span className={`avatar avatar-${size}`} aria-hidden="true">
      {initial.toUpperCase()}
      {isHydrated && profile !== '' && <Picture key={profile} profile={profile} size={size} />}
    </span>
  )
}

/**
 * The avatar's picture covers the initial of the user's name. If it fails to load, the error is logged and the initial
 * shows again.
 */
function Picture({ profile, size }: { profile: string; size: 42 | 84 }) {
  const site = useSite()
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return null
  const address = pictureUrl(site, profile, size)
  return (
    <img
      src={address}
      srcSet={`${address} 1x, ${pictureUrl(site, profile, size === 42 ? 84 : 168)} 2x`}
      width={size}
      height={size}
      alt=""
      decoding="async"
      onError={() => {
        console.error('avatar not loaded', profile)
        setBroken(true)
      }}
    />
  )
}
