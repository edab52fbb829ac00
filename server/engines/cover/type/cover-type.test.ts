import assert from 'node:assert/strict'
import sharp from 'sharp'
import { describe, test } from 'node:test'
import { sealText } from '#server/engines/cover/cover-seal.ts'
import { coverText } from '#server/engines/cover/cover-text.ts'
import { composeCover } from '#server/engines/cover/draw-cover.ts'
import { loadGlyphs } from './glyph-outlines.ts'
import { type LayoutName, layouts } from '#server/engines/cover/layouts/layout-table.ts'
import { setText } from './text-setting.ts'
import { breakLines, fillLines } from './title-lines.ts'
import { newBook, assertInside, assertWellFormed } from '#server/engines/cover/cover-fixture.ts'

const setProse = (...text: Parameters<typeof fillLines>) => ({ lines: fillLines(...text) })

describe('the text of a cover', () => {
  const characters = [...'在那遥远的地方，有位好姑娘：《城》——人·间1984 The Old Sea与（海）、“风”；如何！雨？从文自传']

  test('stays on the sheet in every layout, for titles of 1 to 40 characters', async () => {
    for (const layout of Object.keys(layouts) as LayoutName[]) {
      for (let length = 1; length <= 40; length += length < 14 ? 1 : 3) {
        const start = (length * 7) % 12
        const title = characters.slice(start, start + length).join('')
        const authors = length % 3 ? ['加夫列尔·加西亚·马尔克斯'] : ['沈从文', '汪曾祺', 'J. R. R. Tolkien', '佚名']
        const { placed, svg } = await composeCover(
          newBook({ title, authors, subtitle: length % 4 ? null : '一个不太短也不太长的副题' }),
          { layout },
        )
        assertInside(placed, `${layout}: ${title}`)
        assertWellFormed(svg)
      }
    }
  })

  test('is well-formed for hostile titles', async () => {
    const titles = [
      '<>&"\'',
      '😀🀄️👨‍👩‍👧',
      '\ud800孤\udfff',
      'a\u0000b\u0008c\u001bd\ufffe',
      '',
      '   ',
      '𠮷野家',
      'ﷺ\u202e反',
      'Å'.repeat(40),
      'W'.repeat(60),
      '，。：'.repeat(9),
      '——',
      '（）',
      '\n\n',
      '<svg onload="x">',
    ]
    for (const title of titles) {
      const { svg } = await composeCover(
        newBook({ title, authors: [title, title], subtitle: title, tags: [], era: null }),
      )
      assertWellFormed(svg)
      await sharp(Buffer.from(svg)).metadata()
    }
    assert.equal(coverText(newBook({ title: '\u0000😀' })).title, '无题')
  })

  test('splits a long title at its colon into title and subtitle', () => {
    const { title, subtitle } = coverText(newBook({ title: '枪炮、病菌与钢铁：人类社会的命运' }))
    assert.deepEqual([title, subtitle], ['枪炮、病菌与钢铁', '人类社会的命运'])
    assert.equal(coverText(newBook({ title: '《哈利·波特与魔法石》' })).title, '哈利·波特与魔法石')
    assert.equal(coverText(newBook({ authors: ['甲', '乙', '丙', '丁'] })).author, '甲　乙　等')
  })

  test('breaks between words, but not before punctuation or inside a Latin word', () => {
    const measure = () => 1
    assert.deepEqual(breakLines('哈利·波特与魔法石', 5, measure)?.lines, ['哈利·波特', '与魔法石'])
    assert.deepEqual(breakLines('霍乱时期的爱情', 5, measure)?.lines, ['霍乱时期的', '爱情'])
    assert.deepEqual(breakLines('The Old Man', 7, measure)?.lines, ['The', 'Old Man'])
    for (let room = 3; room < 12; room++) {
      const lines = breakLines('如果，在冬夜：一个（旅）人——来？了！《家》', room, measure)?.lines ?? []
      for (const line of lines) assert.doesNotMatch(line, /^[，：）—？！》]|[（《]$/u)
    }
    assert.deepEqual(breakLines('克洛德·列维-斯特劳斯', 8, measure)?.lines, ['克洛德·', '列维-斯特劳斯'])
    for (const set of [breakLines, setProse])
      for (let room = 4; room < 12; room++)
        for (const line of set('译有列维-斯特劳斯《忧郁的热带》', room, measure)?.lines ?? [])
          assert.doesNotMatch(line, /^[-》]/u)
  })

  test('rotates only Latin letters and dashes in columns', async () => {
    const glyphs = await loadGlyphs('书A—（·', 700)
    const { glyphs: placed } = setText(
      '书A—（·',
      { x: 0, y: 0, width: 100, height: 800 },
      { direction: 'down', maxSize: 100 },
      glyphs,
    )
    assert.deepEqual(
      placed.map(({ char, isTurned }) => [char, isTurned]),
      [
        ['书', false],
        ['A', true],
        ['—', true],
        ['（', false],
        ['·', false],
      ],
    )
    assert.notDeepEqual(glyphs.find('（', true)?.steps, glyphs.find('（', false)?.steps)
  })

  test('names the era of the book in the seal', () => {
    const ofYears = (from: number, to: number) =>
      sealText(newBook({ tags: [], era: { from, to }, publishedYear: Math.min(to, 2100) }))
    assert.equal(ofYears(1904, 1904), '二十世纪')
    assert.equal(ofYears(1900, 2000), '二十世纪')
    assert.equal(ofYears(1801, 1900), '十九世纪')
    assert.equal(ofYears(2000, 2007), '今世')
    assert.equal(ofYears(1830, 1950), '')
    assert.equal(ofYears(-550, 2015), '')
    assert.equal(sealText(newBook({ tags: [], era: null })), '')
  })

  test('does not state more of the years from 1840 to 1949 in the seal than the book is about', () => {
    const ofYears = (from: number, to: number) => sealText(newBook({ era: { from, to }, publishedYear: to }))
    assert.equal(ofYears(1840, 1871), '晚清')
    assert.equal(ofYears(1894, 1925), '清末民初')
    assert.equal(ofYears(1898, 1946), '晚清民国')
    assert.equal(ofYears(1937, 1939), '民国')
    assert.equal(ofYears(1948, 1949), '民国')
    assert.equal(ofYears(1923, 1976), '二十世纪')
    assert.equal(ofYears(1730, 1931), '')
    assert.equal(sealText(newBook({ publishedYear: 1934 })), '晚清民国')
  })

  test('has a seal only if the author wrote in the era that it names', () => {
    const ofBook = (tag: string, publishedYear: number | null, from: number, to: number) =>
      sealText(newBook({ tags: [{ name: tag, kind: 'era' }], era: { from, to }, publishedYear }))
    assert.equal(ofBook('隋唐', 1592, 627, 645), '', '西游记')
    assert.equal(ofBook('先秦', -91, -2500, -95), '', '史记')
    assert.equal(ofBook('隋唐', 1763, 618, 907), '', '唐诗三百首')
    assert.equal(ofBook('晚清民国', 1957, 1898, 1946), '', '茶馆')
    assert.equal(ofBook('隋唐', null, 618, 907), '')
    assert.equal(ofBook('隋唐', 646, 627, 645), '隋唐', '大唐西域记')
    assert.equal(ofBook('晚清民国', 1934, 1920, 1930), '民国', '边城')
    assert.equal(ofBook('十九世纪', 1869, 1805, 1820), '十九世纪', '战争与和平')
  })
})
