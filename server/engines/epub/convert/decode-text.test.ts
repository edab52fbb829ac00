import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import iconv from 'iconv-lite'
import { Failure } from '#shared/api/failure.ts'
import { decodeText } from './decode-text.ts'

const sample = '话说天下大势，分久必合，合久必分。这一日他来到山中，见一座城，城里的人都不说话。\n'.repeat(6)
const latin = 'Notes about the code: const a = 1; function b() { return a }\n'.repeat(200)
/** The bytes of a two-line chapter in encodings that Node cannot write; other programs produced the bytes. */
const gb18030 = Buffer.from(
  'b5dad2bbd5c20ac9bdd6d0d3d0d2bbd7f9b3c7a3acb3c7c0efb5c4c8cbb6bcb2bbcbb5bbb0a3acced2d4dad5e2c0efd7a1c1cbc8fdc4eaa1a3',
  'hex',
)
const big5 = Buffer.from(
  'b2c4a440b3b90aa473a4a4a6b3a440ae79abb0a141abb0b8ccaabaa448b3a3a4a3bba1b8dca141a7daa662b36fb8cca6eda446a454a67ea143',
  'hex',
)
/** The sentence 吾輩は猫である。名前はまだ無い。 in the encodings EUC-JP and Shift JIS. */
const eucJp = Buffer.from('b8e3c7daa4cfc7ada4c7a4a2a4eba1a3ccbec1b0a4cfa4dea4c0ccb5a4a4a1a3', 'hex')
const shiftJis = Buffer.from('8ce194e182cd944c82c582a082e9814296bc914f82cd82dc82be96b382a28142', 'hex')
/** The sentence 話說天下大勢，分久必合，合久必分。 in the encoding EUC-TW. */
const eucTw = Buffer.from('e5bbebdcc4b8c4c3c4b2e6d5a1a2c4a8c4b9c5a6cbc8a1a2cbc8c4b9c5a6c4a8a1a3', 'hex')

function inUtf32(text: string, isBig: boolean): Buffer {
  const bytes = Buffer.alloc([...text].length * 4)
  for (const [at, character] of [...text].entries()) {
    const unit = character.codePointAt(0) ?? 0
    if (isBig) bytes.writeUInt32BE(unit, at * 4)
    else bytes.writeUInt32LE(unit, at * 4)
  }
  return bytes
}

describe('the encoding of a text is recognized', () => {
  const cases: [string, Buffer, string, RegExp][] = [
    ['UTF-8', Buffer.from(sample), 'utf-8', /山中/],
    ['UTF-8 with its mark', Buffer.from(`\ufeff${sample}`), 'utf-8', /^话说.*山中/s],
    ['UTF-8 with zero bytes at its end', Buffer.concat([Buffer.from(sample), Buffer.alloc(7)]), 'utf-8', /山中/],
    ['UTF-8 with one zero byte', Buffer.from(sample.replace('，', '\0，')), 'utf-8', /山中/],
    ['UTF-8 with one broken byte', Buffer.concat([Buffer.from(sample), Buffer.of(255)]), 'utf-8', /山中/],
    ['UTF-16 LE with its mark', Buffer.from(`\ufeff${sample}`, 'utf16le'), 'utf-16le', /^话说.*山中/s],
    ['UTF-16 LE', Buffer.from(sample, 'utf16le'), 'utf-16le', /山中/],
    ['UTF-16 BE with its mark', Buffer.from(`\ufeff${sample}`, 'utf16le').swap16(), 'utf-16be', /^话说.*山中/s],
    ['UTF-16 BE', Buffer.from(sample, 'utf16le').swap16(), 'utf-16be', /山中/],
    ['UTF-16 of ASCII alone', Buffer.from(latin, 'utf16le'), 'utf-16le', /^Notes/],
    ['UTF-32 LE with its mark', inUtf32(`\ufeff${sample}`, false), 'utf-32le', /^话说.*山中/s],
    ['UTF-32 LE', inUtf32(sample, false), 'utf-32le', /山中/],
    ['UTF-32 BE', inUtf32(sample, true), 'utf-32be', /山中/],
    ['GB 18030', gb18030, 'gb18030', /山中/],
    ['GB 18030 in much ASCII', Buffer.concat([Buffer.from(latin), gb18030]), 'gb18030', /山中/],
    ['Big5', big5, 'big5', /山中/],
    ['Big5 in much ASCII', Buffer.concat([Buffer.from(latin), big5]), 'big5', /山中/],
    ['EUC-JP', eucJp, 'euc-jp', /猫である/],
    ['Shift JIS', shiftJis, 'shift_jis', /猫である/],
    ['ASCII', Buffer.from(latin), 'utf-8', /^Notes/],
  ]
  for (const [name, bytes, encoding, words] of cases)
    test(name, () => {
      const found = decodeText(bytes)
      assert.deepEqual([found.encoding, found.isSure], [encoding, true])
      assert.equal(found.lost, name.includes('broken') ? 1 : 0)
      assert.match(found.text, words)
    })
})

test('the characters of Hong Kong are read in Big5', () => {
  // The sentence 喺呢度，佢嘅粵語咗。 as another program wrote it in Big5 with HKSCS.
  const bytes = Buffer.from(`${big5.toString('hex')}9df6a94fabd7a141ca5c9defb866bb799df7a143`, 'hex')
  const { text, encoding } = decodeText(bytes)
  assert.equal(encoding, 'big5')
  assert.match(text, /喺呢度，佢嘅粵語咗。$/)
})

describe('UTF-16 and UTF-32 without a mark are recognized in every language', () => {
  const texts = {
    English: 'He came to the mountains—and saw a “city”. ',
    French: 'Il était allé à la montagne, où l’on ne parlait pas. ',
    Russian: 'Он пришёл в горы и увидел город. ',
    Korean: '그는 산에 와서 도시를 보았다. ',
    Thai: 'เขามาถึงภูเขาและเห็นเมือง\n',
    Japanese: '吾輩は猫である。名前はまだ無い。\n',
    Gothic: '<p class="verse">𐌰𐍄𐍄𐌰 𐌿𐌽𐍃𐌰𐍂</p>\n',
  }
  for (const [language, sentence] of Object.entries(texts))
    test(language, () => {
      const text = sentence.repeat(20)
      for (const encoding of ['utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'] as const) {
        const decoded = decodeText(iconv.encode(text, encoding))
        assert.deepEqual([decoded.encoding, decoded.isSure, decoded.text], [encoding, true, text])
      }
    })
})

describe('a text that another program had read wrongly', () => {
  const texts = {
    'simplified Chinese': [sample, ['utf-8', 'gb18030']],
    'traditional Chinese': ['話說天下大勢，分久必合，合久必分。\n'.repeat(9), ['utf-8', 'gb18030', 'big5']],
    Japanese: ['吾輩は猫である。名前はまだ無い。\n'.repeat(9), ['utf-8', 'shift_jis', 'euc-jp']],
  } as const
  for (const [language, [text, encodings]] of Object.entries(texts))
    for (const encoding of encodings)
      for (const misread of ['latin1', 'windows-1252'])
        test(`is restored: ${language} in ${encoding}, read as ${misread}`, () => {
          const bytes = iconv.encode(text, encoding)
          const garbled = misread === 'latin1' ? bytes.toString('latin1') : new TextDecoder(misread).decode(bytes)
          const decoded = decodeText(Buffer.from(garbled))
          assert.deepEqual(decoded.restored, { encoding, misreadAs: 'Latin-1' })
          assert.equal(decoded.text, text)
        })

  test('is restored where nothing was lost, and otherwise up to the lost characters', () => {
    const big5InGbk = new TextDecoder('gb18030').decode(iconv.encode('話說天下大勢，分久必合。'.repeat(9), 'big5'))
    assert.equal(decodeText(Buffer.from(big5InGbk)).text, '話說天下大勢，分久必合。'.repeat(9))
    const utf8InGbk = new TextDecoder('gb18030').decode(Buffer.from(sample))
    const { text, lost, restored } = decodeText(Buffer.from(utf8InGbk))
    assert.deepEqual(restored, { encoding: 'utf-8', misreadAs: 'GBK' })
    assert.match(text, /^话说天下大势，分久必合，合久必分。/)
    assert.ok(lost > 0)
  })

  const genuine = [
    'Café déjà vu, naïve façade, où êtes-vous allé cet été? ',
    'Über die Brücke gehen müde Männer, größer als Häuser. ',
    'Он пришёл в горы и увидел город. ',
    'Ήρθε στα βουνά και είδε μια πόλη. ',
    '그는 산에 와서 도시를 보았다. ',
    'Anh ấy đến núi và thấy một thành phố. ',
    '天地玄黄宇宙洪荒日月盈昃辰宿列张寒来暑往秋收冬藏闰余成岁律吕调阳',
    '龘靐齉爩鱻麤灪龗厵爨癵驫饢虋灩钃鹳鸛鸝',
  ]
  for (const text of genuine)
    test(`is not seen in a genuine one: ${text}`, () => {
      const decoded = decodeText(Buffer.from(text.repeat(20)))
      assert.deepEqual([decoded.restored, decoded.text], [null, text.repeat(20)])
    })
})

describe('a text that cannot be read is not accepted as if it could', () => {
  const noise = Array.from({ length: 3000 }, (_, at) => ((at * 7919 + (at >> 3) * 104_729) % 251) | 128)
  const cases: [string, Buffer, RegExp][] = [
    ['noise', Buffer.from(noise), /认不出/],
    ['Latin-1', Buffer.from('Café déjà vu, naïve façade. '.repeat(9), 'latin1'), /认不出/],
    ['ISO-2022-CN', Buffer.from('\u001b$)A\u000e;0K5LlOB\u000f\n'), /ISO-2022/],
    ['HZ', Buffer.from('~{;0K5LlOB4sJF~}\n'), /HZ/],
  ]
  for (const [name, bytes, words] of cases)
    test(name, () =>
      assert.throws(
        () => decodeText(bytes),
        (error) => error instanceof Failure && words.test(error.message),
      ),
    )

  test('EUC-TW, which resembles GB 18030, is uncertain', () => assert.equal(decodeText(eucTw).isSure, false))

  test('a chosen encoding is used, with the number of lost characters', () => {
    const { encoding, lost } = decodeText(Buffer.from(sample), 'big5')
    assert.equal(encoding, 'big5')
    assert.ok(lost > 0)
  })
})
