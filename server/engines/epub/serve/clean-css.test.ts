import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanServedCss } from './clean-css.ts'
import { cleanData, isDataUrl } from './picture-data.ts'

const toHref = (reference: string) => {
  if (isDataUrl(reference)) return cleanData(reference, () => '<svg/>')
  return /^[a-z]+:|^\/\//i.test(reference) ? null : `/${reference}`
}

test('hostile style sheets are cleaned without reading them again and again', () => {
  for (const css of [`url(${' '.repeat(100_000)}`, 'url('.repeat(50_000)])
    assert.equal(cleanServedCss(css, toHref), 'url("")')
  assert.equal(cleanServedCss('('.repeat(500_000), toHref).length, 500_000)
  assert.equal(cleanServedCss(`a{b:"${'\\'.repeat(500_001)}`, toHref), 'a{b:""')
})

test('references of a style sheet stay within the book', () => {
  const cases: [string, string][] = [
    [
      'a { b: url( x.png ); c: url("(y).png"); d: url( \'//evil.test/z\' ) }',
      'a { b: url("/x.png"); c: url("/(y).png"); d: url("") }',
    ],
    ['a{b:u\\72l("http://evil.test/e")}', 'a{b:url("")}'],
    ['a{b:u\\000072 l(http://evil.test/e)}', 'a{b:url("")}'],
    ['a{b:url(ht\\74p://evil.test/e)}', 'a{b:url("")}'],
    ['@import "http://evil.test/x.css"; a{}', ' a{}'],
    ['@import url(//evil.test/x.css) screen; a{}', ' a{}'],
    ['@\\69mport "http://evil.test/x.css"; a{}', ' a{}'],
    ['@import url("a.css") screen; a{}', '@import "/a.css" screen; a{}'],
    ["@import 'a.css'; a{}", '@import "/a.css"; a{}'],
    ['a{b:image-set("http://evil.test/a" 1x, "b.png" 2x)}', 'a{b:image-set(url("") 1x, url("/b.png") 2x)}'],
    ['a{b:src("http://evil.test/a")}', 'a{b:src(url(""))}'],
    ['a{behavior:url(x.htc);width:expression(evil())}', 'a{none:url("/x.htc");width:none(evil())}'],
    ['a{b:url(data:text/html;base64,AAAA)}', 'a{b:url("")}'],
    ['a{b:url(data:image/png;base64,AAAA)}', 'a{b:url("data:image/png;base64,AAAA")}'],
    ["a{b:url('data:image/svg+xml,<svg/>')}", `a{b:url("data:image/svg+xml;base64,${btoa('<svg/>')}")}`],
    ['@import url(data:text/css,a{}); a{}', ' a{}'],
    ['a{b:url("x.png")}/* url(http://evil.test) */p{c:"url(http://x)"}', 'a{b:url("/x.png")}p{c:"url(http://x)"}'],
  ]
  for (const [css, expected] of cases) assert.equal(cleanServedCss(css, toHref), expected, css)
})

test('the units of the viewport become variables of the reader', () => {
  const cases: [string, string][] = [
    ['a{width:100vw}', 'a{width:calc(100 * var(--reader-vw, 1vw))}'],
    ['a{margin:-.5VH 1em}', 'a{margin:calc(-.5 * var(--reader-vh, 1vh)) 1em}'],
    ['a{height:calc(100dvh - 2em)}', 'a{height:calc(calc(100 * var(--reader-vh, 1vh)) - 2em)}'],
    ['a{width:5vmin}', 'a{width:calc(5 * min(var(--reader-vw, 1vw), var(--reader-vh, 1vh)))}'],
    ['@media (width>50vw){a{width:2vw}}', '@media (width>50vw){a{width:calc(2 * var(--reader-vw, 1vw))}}'],
    ['@import "a.css" (width>50vw);', '@import "/a.css" (width>50vw);'],
    ['.vw{margin:1 vw;width:2em}', '.vw{margin:1 vw;width:2em}'],
  ]
  for (const [css, expected] of cases) assert.equal(cleanServedCss(css, toHref), expected, css)
})

test('the style of a book stays unchanged', () => {
  const css =
    '@charset "utf-8";q::before{content:"\\2014 \\4e2d";color:red}@media (min-width:1em){[epub|type~="a"]{top:calc(1px + (2px*3))}}'
  assert.equal(cleanServedCss(css, toHref), css.replace('@charset "utf-8";', ''))
  assert.equal(
    cleanServedCss('p{-epub-writing-mode:vertical-rl;-epub-text-combine:horizontal;-epub-hyphens:none}', toHref),
    'p{writing-mode:vertical-rl;text-combine-upright:all;hyphens:none}',
  )
  assert.equal(cleanServedCss('p{-epub-text-orientation:sideways-right}', toHref), 'p{text-orientation:sideways}')
  assert.equal(
    cleanServedCss('p{text-transform:-epub-fullwidth}b{text-transform:uppercase}', toHref),
    'p{text-transform:full-width;--wide-letters:1}b{text-transform:uppercase}',
  )
})
