import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillTemplate, isPublicAddress, isTemplate } from './provider-address.ts'

test('isPublicAddress refuses local, private and reserved addresses', () => {
  const inside =
    '127.0.0.1 10.1.2.3 192.168.1.1 172.31.0.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 255.255.255.255 ' +
    '::1 :: fe80::1 fd00::1 ff02::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 64:ff9b::7f00:1 2002:7f00:1:: 2001::1 4000::1 2001:db8::1 192.0.2.1 127.1 localhost'
  assert.deepEqual(inside.split(' ').filter(isPublicAddress), [])
  const outside = ['8.8.8.8', '172.32.0.1', '100.128.0.1', '223.5.5.5', '2400:3200::1', '2606:4700::1111']
  assert.deepEqual(outside.filter(isPublicAddress), outside)
})

test('fillTemplate chooses one host per tile and counts rows from the north or the south', () => {
  const tile = { z: 3, x: 5, y: 1 }
  assert.equal(fillTemplate('https://t{0-7}.example.com/{z}/{x}/{y}', tile), 'https://t6.example.com/3/5/1')
  assert.equal(fillTemplate('https://{s}.example.com/{z}/{x}/{-y}', tile), 'https://a.example.com/3/5/6')
  assert.equal(fillTemplate('https://{a-d}.example.com/{x},{y},{z}{ratio}', tile), 'https://c.example.com/5,1,3')
})

test('isTemplate requires zoom, column and row and refuses unknown placeholders', () => {
  assert.ok(isTemplate('https://t{0-7}.example.com/wmts?TILEROW={y}&TILECOL={x}&TILEMATRIX={z}'))
  for (const wrong of [
    'https://example.com/{z}/{x}',
    'https://example.com/{z}/{x}/{y}/{style}',
    'example.com/{z}/{x}/{y}',
  ])
    assert.ok(!isTemplate(wrong), wrong)
})
