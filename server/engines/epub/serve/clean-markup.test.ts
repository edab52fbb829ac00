import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findXmlError } from '#server/engines/epub/find-xml-error.ts'
import { cleanDrawing, cleanMarkup } from './clean-markup.ts'

const files = new Set(['a.xhtml', 'b.xhtml', 'p.png', 's.svg', 's.css', 'v.mp4'])
const lost: string[] = []
const inData = { path: 'a.xhtml', base: '/e/', find: () => undefined, sectionOf: (path: string) => path }
const place = {
  path: 'a.xhtml',
  base: '/e/',
  find: (path: string) => (files.has(path) ? path : undefined),
  sectionOf: (path: string) => path,
  cleanDrawing: (source: string): string => cleanDrawing(source, inData),
  leaveOut: (what: string) => void lost.push(what),
}

/** Returns the cleaned content of a body, after checking that the whole document is well-formed. */
function bodyOf(body: string, head = ''): string {
  const { text } = cleanMarkup(
    `<html xmlns="http://www.w3.org/1999/xhtml"><head>${head}</head><body>${body}</body></html>`,
    place,
  )
  assert.equal(findXmlError(text, { hasPrefixes: true }), undefined, text)
  return /<body>(.*)<\/body>/s.exec(text)?.[1] ?? text
}

test('allowed markup stays unchanged', () => {
  const kept = [
    '<p class="a" style="margin:0" dir="rtl" lang="ar" hidden="hidden">甲</p>',
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><defs><linearGradient id="g"><stop offset="1"></stop></linearGradient></defs><g transform="scale(2)"><ellipse rx="1" fill="url(#g)"></ellipse><use href="#g"></use></g></svg>',
    '<math xmlns="http://www.w3.org/1998/Math/MathML" display="block"><mfrac><mi>a</mi><mn>2</mn></mfrac></math>',
    '<img src="data:image/png;base64,AAAA" alt="画"/>',
    '<details open="open"><summary>题</summary>文</details>',
    '<p epub:type="title">题</p>',
  ]
  for (const markup of kept) assert.equal(bodyOf(markup), markup)
})

test('references lead to the files of the book', () => {
  const cases: [string, string][] = [
    ['<img src="../../../p.png"/>', '<img src="/e/p.png" alt=""/>'],
    ['<a href="/b.xhtml#x">乙</a>', '<a href="/e/b.xhtml#x">乙</a>'],
    [
      '<video src="v.mp4" autoplay="" onplay="x()"></video>',
      '<video src="/e/v.mp4" controls="controls" preload="metadata"></video>',
    ],
    ['<img src="..\\p.png"/>', '<img src="/e/p.png" alt=""/>'],
    ['<img src="\\\\evil.test\\p.png"/>', '<img/>'],
    ['<video src="http://evil.test/v.mp4">无</video>', '<a href="http://evil.test/v.mp4">〔书外的视频〕</a>无'],
    ['<audio><source src="none.mp3"/>无</audio>', '无'],
    [
      '<video><source src="http://evil.test/v.mp4"/><source src="v.mp4"/>无</video>',
      '<video controls="controls" preload="metadata"><source src="/e/v.mp4"/>无</video>',
    ],
    ['<object data="s.svg" type="image/svg+xml"><p>无</p></object>', '<img src="/e/s.svg" alt=""/>'],
    ['<object data="x.swf"><p>有</p></object>', '<p>有</p>'],
    ['<a name="m">丙</a>', '<a name="m" id="m">丙</a>'],
    [
      '<svg><use xlink:href="s.svg#x"/></svg>',
      '<svg xmlns="http://www.w3.org/2000/svg"><use href="/e/s.svg#x"></use></svg>',
    ],
  ]
  for (const [markup, expected] of cases) assert.equal(bodyOf(markup), expected)
  assert.match(
    cleanMarkup('<html xml:lang="en"><body class="b" dir="rtl"/></html>', place).text,
    /<html [^>]*xml:lang="en" lang="en">.*<body class="b" dir="rtl">/,
  )
  const linked = cleanMarkup(
    '<?xml-stylesheet href="s.css"?><html><head><link rel="stylesheet" href="s.css" media="print"/></head></html>',
    place,
  )
  assert.match(
    linked.text,
    /<link rel="stylesheet" href="\/e\/s.css"\/><link rel="stylesheet" href="\/e\/s.css" media="print"\/>/,
  )
})

test('prefixes, brackets of formulas and entities are resolved', () => {
  assert.equal(
    bodyOf('<m:math xmlns:m="http://www.w3.org/1998/Math/MathML"><m:mi>x</m:mi></m:math>'),
    '<math xmlns="http://www.w3.org/1998/Math/MathML"><mi>x</mi></math>',
  )
  assert.equal(
    bodyOf('<math><mfenced><mi>x</mi><mi>y</mi></mfenced></math>'),
    '<math xmlns="http://www.w3.org/1998/Math/MathML"><mrow><mo>(</mo><mi>x</mi><mo>,</mo><mi>y</mi><mo>)</mo></mrow></math>',
  )
  const named =
    '<!DOCTYPE html [<!ENTITY a "甲"><!ENTITY b "&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]><p>&a;&b;&c;</p>'
  assert.match(cleanMarkup(named, place).text, /<p>甲&amp;b;&amp;c;<\/p>/)
  const bomb = `<!DOCTYPE html [<!ENTITY a "${'甲'.repeat(200)}">]>${'&a;'.repeat(100_000)}`
  assert.ok(cleanMarkup(bomb, place).text.length < 1_000_000)
})

test('scripts and references out of the book are removed', () => {
  const hostile = [
    '<svg><foreignObject><p onclick="x()">甲</p><script>x()</script><iframe src="//evil.test"/></foreignObject></svg>',
    '<svg><a xlink:href="javascript:x()"><text>甲</text></a><set attributeName="href" to="javascript:x()"/></svg>',
    '<svg><path mask="url(//evil.test/#a)" clip-path="u\\72l(//evil.test/#a)" fill="image-set(\'//evil.test\')"/></svg>',
    '<svg><use href="//evil.test/#a"/><image href="//evil.test/a.png"/><feImage href="//evil.test"/></svg>',
    '<x:script xmlns:x="http://www.w3.org/1999/xhtml">x()</x:script>',
    '<math><mtext href="javascript:x()">甲</mtext><annotation-xml><script>x()</script></annotation-xml></math>',
    '<a href="data:text/html,x()">甲</a><a href="java\nscript:x()">乙</a>',
    '<img src="data:text/html;base64,eCgp" alt=""/><audio><source src="//evil.test/a"/></audio>',
    '<p style="background:url(//evil.test/a)">甲</p><input autofocus="" onfocus="x()"/><base href="//evil.test/"/>',
  ]
  for (const markup of hostile)
    assert.doesNotMatch(bodyOf(markup), /evil|x\(\)|script|iframe|<set|annotation|text\/html/, markup)
  assert.doesNotMatch(
    cleanDrawing('<?xml-stylesheet href="//evil.test/a.css"?><svg onload="x()"><script>x()</script><g/></svg>', place),
    /evil|x\(\)/,
  )
})

test('drawings in data URLs are cleaned', () => {
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" onload="x()"><script>x()</script><path d="M0 0"/></svg>'
  const cleaned = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"></path></svg>'
  const urls = [
    `data:image/svg+xml;base64,${btoa(drawing)}`,
    `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing)}`,
    `data:image/svg+xml;utf8,${drawing.replaceAll('"', "'")}`,
    `data:image/svg+xml,${drawing.replaceAll('"', "'").replaceAll('<', '%3C').replaceAll('>', '%3E')}#part`,
  ]
  for (const url of urls) {
    const [, data = ''] =
      /src="data:image\/svg\+xml;base64,([^"]*)"/.exec(bodyOf(`<img src="${url.replaceAll('<', '&lt;')}"/>`)) ?? []
    assert.equal(atob(data), `<?xml version="1.0" encoding="utf-8"?>\n${cleaned}\n`, url)
  }
  const nested = `data:image/svg+xml,${encodeURIComponent(`<svg><image href="${urls[1]}"/></svg>`)}`
  assert.doesNotMatch(atob(/base64,([^"]*)/.exec(bodyOf(`<img src="${nested}"/>`))?.[1] ?? ''), /data:/)
  for (const url of ['data:image/svg+xml,text', 'data:text/html,<svg/>', 'data:,x'])
    assert.equal(bodyOf(`<img src="${url}"/>`), '<img/>', url)
})

test('notes that stand in attributes become notes with links to them', () => {
  const note = (at: number, text: string) =>
    `<aside epub:type="footnote" role="doc-footnote" id="attribute-note-${at}"><p>${text}<a href="#attribute-note-link-${at}" epub:type="backlink" role="doc-backlink">↩</a></p></aside>`
  const link = (at: number, content: string) =>
    `<a href="#attribute-note-${at}" id="attribute-note-link-${at}" epub:type="noteref" role="doc-noteref">${content}</a>`
  const cases: [string, string, string][] = [
    [
      '<img class="qqreader-footnote" alt="注文&lt;二" src="p.png"/>',
      '<img class="qqreader-footnote" src="/e/p.png" alt="注释"/>',
      '注文&lt;二',
    ],
    ['<img class="zhangyue-footnote" zy-footnote="注文" src="none.png"/>', '<sup>注</sup>', '注文'],
    ['<span class="reader_footer_note" data-wr-footernote="注&lt;br/&gt;文"></span>', '<sup>注</sup>', '注 文'],
    ['<sup data-footnote="注文">[1]</sup>', '[1]', '注文'],
  ]
  for (const [markup, content, text] of cases)
    assert.equal(bodyOf(`<p>字${markup}</p>`), `<p>字${link(1, content)}</p>${note(1, text)}`)
  // A picture in a link has its own note, and a marker is no note.
  for (const markup of [
    '<a href="b.xhtml#n"><img class="footnote" src="p.png" alt="注文"/></a>',
    '<img class="footnote" src="p.png" alt="注"/>',
    '<img class="plate" src="p.png" alt="一幅画"/>',
  ])
    assert.doesNotMatch(bodyOf(markup), /aside/)
})

test('visible losses are named, and an empty document is recognised', () => {
  lost.length = 0
  bodyOf(
    '<iframe src="b.xhtml"/><img src="none.png"/><img src="data:image/x,1"/><object data="x.swf"/><select><option>甲</option></select>',
  )
  assert.deepEqual(lost, ['框架', '书外或缺失的图片', '写在页面里、格式不认得的图片', '嵌入的部件', '表单'])
  assert.equal(cleanMarkup('<body><p> </p><script>x()</script></body>', place).isVisible, false)
  assert.equal(cleanMarkup('<body><svg><path d="M0 0"/></svg></body>', place).isVisible, true)
})
