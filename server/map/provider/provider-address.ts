import ipaddr from 'ipaddr.js'
import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'

export interface TilePosition {
  z: number
  x: number
  y: number
}

/** One of a provider's hosts: `{s}` for the letters a to c, or a range such as `{0-7}`. */
const host = /\{(?:s|(\d)-(\d)|([a-z])-([a-z]))\}/g

/** The address of one tile. Tiles are spread over the hosts so that each tile has one, and is kept once. */
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

/** Whether an address has all a tile is found by, and nothing that cannot be filled in. */
export function isTemplate(text: string): boolean {
  const filled = fillTemplate(text, { z: 0, x: 0, y: 0 })
  return (
    isWebAddress(filled) && !/[{}]/.test(filled) && /\{z\}/.test(text) && /\{x\}/.test(text) && /\{-?y\}/.test(text)
  )
}

export function isWebAddress(url: string): boolean {
  return /^https?:\/\//.test(url) && URL.canParse(url)
}

/** All public IPv6 addresses assigned so far are in this network. */
const assigned = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Tells whether an address belongs to the public internet. Addresses of this machine, of its network, of reserved ranges and
 * IPv6 addresses that carry an IPv4 address do not, and neither does text that is not an address.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false
  const address = ipaddr.parse(text)
  return address.range() === 'unicast' && (address instanceof ipaddr.IPv4 || address.match(assigned))
}

/** Finds a name's addresses at the moment of connecting, so that a name cannot mean one host when checked and another when used. */
export const lookUpPublic: LookupFunction = (name, options, done) => {
  lookup(name, { ...options, all: true }, (error, found) => {
    const [first] = found ?? []
    if (error !== null || first === undefined) return done(error ?? new Error('no address'), '')
    if (!found.every(({ address }) => isPublicAddress(address))) return done(new Error('a private address'), '')
    return options.all ? done(null, found) : done(null, first.address, first.family)
  })
}
