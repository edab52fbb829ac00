import { isIP, isIPv6 } from 'node:net'

/**
 * Returns the name under which rate limits count a caller: an IPv4 address, or the /64 that one line gets of IPv6. Some
 * gateways write a port behind the address, which is left out. All that is no address counts as one caller with an empty
 * name: a client that has disconnected has no address any more.
 */
export function callerAddress(ip: string | undefined): string {
  if (ip === undefined) return ''
  const plain = ip
    .replace(/^(?:\[([^\]]*)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/, '$1$2')
    .replace(/%.*$/, '')
    .toLowerCase()
  if (isIP(plain) === 0) return ''
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
