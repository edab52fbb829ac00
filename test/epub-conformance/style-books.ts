import assert from 'node:assert/strict'
import { goTo, styleOf } from './look.ts'
import { type ConformanceBook, epubOf, type ReadBook, xhtml } from './requirement.ts'

const prefixed: [string, string, string][] = [
  ['hyphens: none', 'hyphens', 'none'],
  ['line-break: strict', 'line-break', 'strict'],
  ['text-align-last: center', 'text-align-last', 'center'],
  ['text-emphasis-style: sesame', 'text-emphasis-style', 'sesame'],
  ['text-emphasis-color: rgb(1, 2, 3)', 'text-emphasis-color', 'rgb(1, 2, 3)'],
  ['text-emphasis-position: under right', 'text-emphasis-position', 'under'],
  ['text-orientation: upright', 'text-orientation', 'upright'],
  ['text-transform: uppercase', 'text-transform', 'uppercase'],
  ['text-underline-position: under', 'text-underline-position', 'under'],
  ['word-break: keep-all', 'word-break', 'keep-all'],
  ['writing-mode: vertical-rl', 'writing-mode', 'vertical-rl'],
  ['text-combine: horizontal', 'text-combine-upright', 'all'],
]

const styled = () =>
  epubOf('样式表', {
    items: [
      {
        href: 'a.xhtml',
        data: xhtml(
          `<h1 id="first">样式</h1><p class="c" id="cascade" style="letter-spacing: 7px">层叠</p><p id="media">媒体</p><p id="grid"><span>甲</span><span>乙</span></p><p id="var">变量</p>
<p id="imported">引入</p><p id="alternate">另一种</p><ul><li id="default">条</li></ul><b id="bold">粗</b><p id="colour" style="color: rgb(9, 99, 9)">绿</p><p id="spaced" class="tight">行距</p><p id="wide">ab <i>12</i>!</p>
${prefixed.map((_, at) => `<p id="p${at}">前缀</p>`).join('')}`,
          {
            head: `<link rel="stylesheet" href="a.css"/><link rel="alternate stylesheet" title="x" href="b.css"/><style>#wide { text-transform: -epub-fullwidth } .c { letter-spacing: 5px; word-spacing: 3px }
${prefixed.map(([rule], at) => `#p${at} { -epub-${rule} }`).join('\n')}</style>`,
          },
        ),
      },
      { href: 'b.xhtml', data: xhtml('<p class="c" id="other">没有样式</p>') },
      {
        href: 'a.css',
        type: 'text/css',
        data: `@import "c.css"; :root { --gap: 6px } #var { letter-spacing: calc(var(--gap) * 2) } @media screen { #media { letter-spacing: 4px } } @media print { #media { letter-spacing: 40px } }
.c { word-spacing: 1px } #grid { display: grid; grid-template-columns: 1fr 2fr } #grid:has(span) { letter-spacing: 2px } .tight { line-height: 1 }`,
      },
      { href: 'b.css', type: 'text/css', data: '#alternate { letter-spacing: 50px }' },
      { href: 'c.css', type: 'text/css', data: '#imported { letter-spacing: 13px }' },
    ],
  })

export const styleBooks: ConformanceBook[] = [
  {
    title: '样式表',
    epub: styled,
    requirements: [
      {
        group: 'css',
        level: 'must',
        says: 'style sheets, style elements and style attributes cascade',
        check: (book) =>
          book.glance('层叠', async (frame) => {
            assert.equal(await styleOf(frame, '#cascade', 'letter-spacing'), '7px')
            assert.equal(await styleOf(frame, '#cascade', 'word-spacing'), '3px')
            assert.equal(await styleOf(frame, '#imported', 'letter-spacing'), '13px')
            assert.equal(await styleOf(frame, '#alternate', 'letter-spacing'), 'normal')
          }),
      },
      {
        group: 'css',
        level: 'must',
        says: 'each document has its own style sheets',
        check: (book) =>
          book.read('层叠', async (_, page) => {
            const frame = await goTo(page, 'b.xhtml')
            assert.equal(await styleOf(frame, '#other', 'word-spacing'), '0px')
          }),
      },
      {
        group: 'css',
        level: 'should',
        says: 'modules such as media queries, variables, grids and selectors are supported',
        check: (book) =>
          book.glance('层叠', async (frame) => {
            assert.equal(await styleOf(frame, '#media', 'letter-spacing'), '4px')
            assert.equal(await styleOf(frame, '#var', 'letter-spacing'), '12px')
            assert.equal(await styleOf(frame, '#grid', 'letter-spacing'), '2px')
            assert.match((await styleOf(frame, '#grid', 'grid-template-columns')) ?? '', /^[\d.]+px [\d.]+px$/)
          }),
      },
      ...prefixed.map(([rule, property, value], at) => ({
        group: 'css' as const,
        level: 'must' as const,
        says: `-epub-${rule.replace(/:.*/, '')} is supported`,
        check: (book: ReadBook) =>
          book.glance('层叠', async (frame) =>
            assert.ok((await styleOf(frame, `#p${at}`, property))?.startsWith(value), rule),
          ),
      })),
      {
        group: 'css',
        level: 'should',
        says: 'text-transform: -epub-fullwidth makes letters as wide as Chinese characters',
        check: (book) =>
          book.glance('层叠', async (frame) => assert.equal(await frame.locator('#wide').innerText(), 'ａｂ １２！')),
      },
      {
        group: 'css',
        level: 'should',
        says: 'elements without styles look as HTML suggests',
        check: (book) =>
          book.glance('层叠', async (frame) => {
            assert.equal(await styleOf(frame, '#default', 'list-style-type'), 'disc')
            assert.equal(await styleOf(frame, '#bold', 'font-weight'), '700')
          }),
      },
      {
        group: 'css',
        level: 'should',
        says: 'the colours, the line heights and the size of the body are shown as written',
        reason: 'the paper and the line height that the reader chose have precedence, and flowing text fills the pages',
      },
    ],
  },
]
