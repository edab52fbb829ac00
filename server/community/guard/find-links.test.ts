import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findLinks } from './find-links.ts'

test('web addresses are found without spaces around them, in any width, with or without a scheme', () => {
  const lines: [text: string, count: number][] = [
    ['去看 example.com 吧', 1],
    ['去看example.com吧', 1],
    ['看https://a.com/x，好', 1],
    ['在www.foo.bar买', 1],
    ['ｅｘａｍｐｌｅ．ｃｏｍ', 1],
    ['example。com', 1],
    ['加我 a.b.top/xx 和 c.cn', 2],
    ['https://书店.中国', 1],
    ['第3.5节，见 readme.md', 0],
    ['好书，值得一读。再读一遍。', 0],
  ]
  for (const [text, count] of lines) assert.equal(findLinks(text, 'zhitu.cn').length, count, text)
})

test('addresses of the site itself do not count, but addresses that only begin with its host do', () => {
  const siteLinks = ['zhitu.cn', 'https://zhitu.cn/book/1', '见zhitu.cn。', '见 zhitu.cn，很好', 'HTTPS://ZHITU.CN']
  for (const text of siteLinks) assert.deepEqual(findLinks(text, 'zhitu.cn'), [], text)
  const foreign = ['https://zhitu.cn.evil.com', 'zhitu.cnn.com', 'https://zhitu.cn@evil.com', 'www.zhitu.cn.evil.com']
  for (const text of foreign) assert.equal(findLinks(text, 'zhitu.cn').length, 1, text)
  assert.deepEqual(findLinks('http://localhost:8080/book/1', 'localhost:8080'), [])
})
