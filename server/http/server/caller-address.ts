import ipaddr from 'ipaddr.js'
import { isIP } from 'node:net'

/**
 * Returns the key under which rate limits count a client: its IPv4 address, or the /64 network of its IPv6 address,
 * because providers assign a whole /64 network to one customer. A port that some gateways append is ignored. Text that
 * is not an IP address gives an empty string; so does the missing IP address of a client that has disconnected.
 */
export function callerAddress(ip: string | undefined): string {
  const plain = ip?.replace(/^(?:\[([^\]]*)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/, '$1$2')
  const address = plain === undefined ? undefined : parseAddress(plain)
  if (address === undefined) return ''
  return address instanceof ipaddr.IPv4 ? address.toString() : `${hexGroups(address, 4)}::/64`
}

/**
 * Returns the network part of an IPv4 or IPv6 address, or of a `callerAddress` result, as users see it in the list of
 * their logins: enough to recognise a place, too little to find a home. Text that is not an IP address gives an empty
 * string.
 */
export function describeNetwork(caller: string): string {
  const address = parseAddress(caller.replace(/\/\d+$/, ''))
  if (address === undefined) return ''
  return address instanceof ipaddr.IPv4 ? `${address.octets.slice(0, 3).join('.')}.*` : `${hexGroups(address, 3)}:*`
}

/**
 * Parses an IP address and ignores the zone of a link-local one (`fe80::1%eth0`). IPv4 addresses in IPv6 notation are
 * returned as IPv4. The text is checked with `isIP` first, because the parsing library also accepts forms such as
 * `127.1`.
 */
function parseAddress(text: string) {
  return isIP(text) === 0 ? undefined : ipaddr.process(text.replace(/%.*$/s, ''))
}

/**
 * Returns the first groups of an IPv6 address in hexadecimal. The notation is never shortened with `::`, because the
 * database stores hashes of the result, and the same network must always give the same hash.
 */
function hexGroups(address: ipaddr.IPv6, count: number) {
  return address.parts
    .slice(0, count)
    .map((part) => part.toString(16))
    .join(':')
}
