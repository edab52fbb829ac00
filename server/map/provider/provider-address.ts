import ipaddr from 'ipaddr.js'
import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'

export interface TilePosition {
  z: number
  x: number
  y: number
}

/**
 * Matches the placeholder in a tile URL for one of several hosts: `{s}` for the letters a to c, or a range such as
 * `{0-7}`.
 */
const host = /\{(?:s|(\d)-(\d)|([a-z])-([a-z]))\}/g

/** Returns the URL of a map tile. Each tile is always requested from the same host, so that caches store it once. */
export function fillTemplate(template: string, { z, x, y }: TilePosition): string {
  const values: Record<string, number> = { z, x, y, '-y': 2 ** z - 1 - y }
  return template
    .replace(host, (_, from?: string, to?: string, first = 'a', last = 'c') => {
      const [low, high] = [(from ?? first).charCodeAt(0), (to ?? last).charCodeAt(0)]
      return String.fromCharCode(low + ((x + y) % (high - low + 1)))
    })
    .replace('{ratio}', '')
    .replace(/\{(z|x|-?y)\}/g, (_, name: string) => String(values[name]))
}

/** Returns true if a tile URL has placeholders for zoom, column and row, and no unknown placeholders. */
export function isTemplate(text: string): boolean {
  const filled = fillTemplate(text, { z: 0, x: 0, y: 0 })
  return (
    isWebAddress(filled) && !/[{}]/.test(filled) && /\{z\}/.test(text) && /\{x\}/.test(text) && /\{-?y\}/.test(text)
  )
}

export function isWebAddress(url: string): boolean {
  return /^https?:\/\//.test(url) && URL.canParse(url)
}

/** The range of IPv6 addresses from which all public addresses so far have been assigned. */
const assigned = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Returns true if an IP address belongs to the public internet. Returns false for addresses of this machine, of private
 * networks and of reserved ranges, for IPv6 addresses that contain an IPv4 address, and for other text.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false
  const address = ipaddr.parse(text)
  return address.range() === 'unicast' && (address instanceof ipaddr.IPv4 || address.match(assigned))
}

/**
 * Resolves a host name at the time of connecting, and fails if any of its IP addresses is not public. A separate check
 * before the connection could be evaded by changing the DNS entry in between.
 */
export const lookUpPublic: LookupFunction = (name, options, done) => {
  lookup(name, { ...options, all: true }, (error, found) => {
    const [first] = found ?? []
    if (error !== null || first === undefined) return done(error ?? new Error('no address'), '')
    if (!found.every(({ address }) => isPublicAddress(address))) return done(new Error('a private address'), '')
    return options.all ? done(null, found) : done(null, first.address, first.family)
  })
}
