import { isIPv6 } from 'node:net'

/**
 * Whom limits count as one: an IPv4 address, or the /64 that one line gets of IPv6. A client that has disconnected has no
 * address any more; it counts as the empty one.
 */
export function callerAddress(ip: string | undefined): string {
  if (ip === undefined) return ''
  const plain = ip.replace(/%.*$/, '').toLowerCase()
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const before = groups(head)
  const after = tail === undefined ? [] : groups(tail)
  // A dotted end stands for two groups.
  const length = before.length + after.length + (plain.includes('.') ? 1 : 0)
  const all = [...before, ...Array.from({ length: 8 - length }, () => '0'), ...after]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
