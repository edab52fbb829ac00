import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasNeedlessBlanks, visibleLength, withoutBlanks } from './visible-text.ts'

test('joiners and selectors are needed in some scripts and in emoji, and nowhere else', () => {
  const needed = [
    'محمود دولت\u200cآبادی',
    'क्\u200dष',
    'ക്ഷണന്\u200d',
    'ශ්\u200dරී',
    '👨\u200d👩\u200d👧',
    '👩🏽\u200d🚀',
    '❤\ufe0f',
    '1\ufe0f\u20e3',
    '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
    '葛\u{e0100}城',
    '🇨🇳',
    '加西亚·马尔克斯',
    'Ελένη',
    'Nguyễn Du',
  ]
  for (const text of needed) assert.equal(hasNeedlessBlanks(text), false, text)
  const needless = [
    '李\u200c雷',
    'a\u200db',
    '\u200d👩',
    '👩\u200d',
    '\u200cآ',
    '李\ufe0f',
    '\u2800',
    '\u3164',
    '\ufff9a',
  ]
  needless.push('\u{e0041}', 'a\u00adb', 'a\u2060b', '\u202eabc', '\ue000', '1\ufe0f', '\u034f', '李\u180b')
  for (const text of needless) assert.equal(hasNeedlessBlanks(text), true, JSON.stringify(text))
})

test('only visible characters count, and spaces between them once', () => {
  for (const text of ['', ' \n\t', '\u200b\u200b', '\u2800 \u2800', '\u3164', '\ufe0f', '\u{13441}', '\u00a0\u3000'])
    assert.equal(visibleLength(text), 0, JSON.stringify(text))
  assert.equal(visibleLength(' 好\u200b  书 '), 3)
  assert.equal(visibleLength('𠮷'), 1)
  assert.equal(withoutBlanks('\u202d+86 138\u202c\u200b'), '+86 138')
})
