import { lookup } from 'node:dns'
import { BlockList, isIPv4, isIPv6, type LookupFunction } from 'node:net'

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

const reserved = new BlockList()
for (const net of ['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'])
  reserved.addSubnet(...subnet(net), 'ipv4')
for (const net of ['192.0.0.0/24', '192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/3'])
  reserved.addSubnet(...subnet(net), 'ipv4')
const assigned = new BlockList()
assigned.addSubnet('2000::', 3, 'ipv6')
/** Addresses of the sixth version that carry one of the fourth. */
const tunnels = new BlockList()
tunnels.addSubnet('2001::', 32, 'ipv6')
tunnels.addSubnet('2002::', 16, 'ipv6')

function subnet(text: string): [string, number] {
  const [net = '', bits = ''] = text.split('/')
  return [net, Number(bits)]
}

/** Whether an address is one of the whole network's, and none of this machine or its neighbours. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !reserved.check(address, 'ipv4')
  return isIPv6(address) && assigned.check(address, 'ipv6') && !tunnels.check(address, 'ipv6')
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
