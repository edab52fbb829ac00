import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callerAddress, describeNetwork } from './caller-address.ts'

test('limits count an IPv4 address, however written, and a /64 of IPv6', () => {
  const lines: [ip: string, address: string][] = [
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['fe80::1%br-lan', 'fe80:0:0:0::/64'],
    ['fe80::1%eth0.100', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['127.1', ''],
    ['2130706433', ''],
    ['unknown', ''],
    ['x'.repeat(9000), ''],
  ]
  for (const [ip, address] of lines) assert.equal(callerAddress(ip), address)
})

test('users see the first part of an address as its network', () => {
  const networks: [string, string][] = [
    ['203.0.113.77', '203.0.113.*'],
    ['::ffff:203.0.113.77', '203.0.113.*'],
    ['2001:db8:12:3456::7', '2001:db8:12:*'],
    ['2001:db8::7', '2001:db8:0:*'],
    ['2001:db8:12:3456::/64', '2001:db8:12:*'],
    ['::1', '0:0:0:*'],
    ['203.0.113.77/33x', ''],
    ['127.1', ''],
    ['nowhere', ''],
    ['', ''],
  ]
  for (const [address, network] of networks) assert.equal(describeNetwork(address), network)
})
