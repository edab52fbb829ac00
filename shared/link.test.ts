import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutLink } from './link.ts'

test('a link ends before the punctuation of the sentence around it', () => {
  const a = 'https://example.com/a'
  const texts: [text: string, link: string][] = [
    [`${a}”结束`, a],
    [`${a}’`, a],
    [`${a}»`, a],
    [`${a}……更多`, a],
    [`${a}——`, a],
    [`${a}～`, a],
    [`${a}. 句号`, a],
    [`${a}.`, a],
    [`${a}...`, a],
    [`${a},然后`, a],
    [`${a}!太好了`, a],
    [`${a}?!`, a],
    [`${a})括号`, a],
    [`${a}).`, a],
    [`${a}]`, a],
    [`${a}》`, a],
    [`${a}』`, a],
    [`${a}'`, a],
    [`${a}，好`, a],
    ['https://zh.wikipedia.org/wiki/道_(消歧义)', 'https://zh.wikipedia.org/wiki/道_(消歧义)'],
    ['https://zh.wikipedia.org/wiki/道_(消歧义)）', 'https://zh.wikipedia.org/wiki/道_(消歧义)'],
    ['https://zh.wikipedia.org/wiki/道_(消歧义))', 'https://zh.wikipedia.org/wiki/道_(消歧义)'],
    ['https://zh.wikipedia.org/wiki/维基百科:首页', 'https://zh.wikipedia.org/wiki/维基百科:首页'],
    ['https://example.com/a?b=c&d[]=e#f', 'https://example.com/a?b=c&d[]=e#f'],
    ['https://example.com/加西亚·马尔克斯', 'https://example.com/加西亚·马尔克斯'],
    ['https://example.com/a_b-', 'https://example.com/a_b-'],
    ['HTTPS://Example.com/A', 'HTTPS://Example.com/A'],
    ['https://', ''],
    ['https://。', ''],
    ['ftp://example.com', ''],
  ]
  for (const [text, link] of texts) assert.equal(cutLink(text), link, text)
})
