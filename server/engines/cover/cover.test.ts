import assert from 'node:assert/strict'
import sharp from 'sharp'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { parseYaml } from '#server/catalogue/loading/yaml-text.ts'
import { createRandom } from '#server/engines/cover/patterns/cover-random.ts'
import type { CoverBook } from './cover-book.ts'
import { choosePattern, planCover } from './cover-choice.ts'
import { composeCover, drawCover } from './draw-cover.ts'
import { sketchCover } from './sketch-cover.ts'
import { drawSharePicture } from './draw-share-picture.ts'
import { drawSharePoster } from './draw-share-poster.ts'
import { type LayoutName, layouts } from '#server/engines/cover/layouts/layout-table.ts'
import { type PatternName, patterns } from '#server/engines/cover/patterns/pattern-table.ts'
import { newBook, assertInside, assertWellFormed, type Kind } from './cover-fixture.ts'

describe('a drawn cover', () => {
  test('is the same for every id', async () => {
    assert.equal(await drawCover(newBook()), await drawCover(newBook({ id: 'b' })))
  })

  test('differs between books', async () => {
    const titles = ['诗经', '红楼梦', '边城', '长河', '湘行散记', '呐喊', '彷徨', '茶馆', '雷雨', '围城']
    const drawn = await Promise.all(titles.map((title) => drawCover(newBook({ title }))))
    assert.equal(new Set(drawn.map((svg) => svg.replace(/<title>.*?<\/title>/, ''))).size, titles.length)
  })

  test('has room for a title of any length', async () => {
    for (const title of ['长'.repeat(99), '长'.repeat(100), '长'.repeat(300), 'W'.repeat(100)]) {
      assertWellFormed(await drawCover(newBook({ title })))
      assert.notEqual(sketchCover(newBook({ title })), '')
    }
  })

  test('is a complete, small SVG with a title element', async () => {
    const svg = await drawCover(newBook({ title: '罗马帝国衰亡史', authors: ['爱德华·吉本'] }))
    assert.match(
      svg,
      /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 600 900" width="600" height="900" role="img"><title>《罗马帝国衰亡史》 爱德华·吉本<\/title>/,
    )
    assert.ok(svg.length < 30_000, `${svg.length} characters`)
    assert.doesNotMatch(svg, /<text/)
    const { width, height } = await sharp(Buffer.from(svg)).metadata()
    assert.deepEqual([width, height], [600, 900])
  })

  test('has every pattern for at least one tag of the catalogue', async () => {
    const text = await readFile(new URL('../../../catalog/tags.yaml', import.meta.url), 'utf8')
    const vocabulary = parseYaml(text) as Record<Kind, string[]>
    const seen = new Set<PatternName>()
    for (const [kind, names] of Object.entries(vocabulary) as [Kind, string[]][]) {
      for (const name of names) {
        for (const title of '天地玄黄宇')
          seen.add((await composeCover(newBook({ title, tags: [{ name, kind }] }))).pattern)
      }
    }
    assert.deepEqual(
      Object.keys(patterns).filter((name) => !seen.has(name as PatternName)),
      [],
    )
  })

  test('has no palace roofs for the countryside, and a river for a ferry', () => {
    const patternsOf = (book: Partial<CoverBook>) =>
      new Set(Array.from({ length: 200 }, (_, seed) => choosePattern(newBook(book), `${seed}`)))
    const tagged = (subjects: string[], era: string, region: string) => ({
      tags: [
        ...subjects.map((name) => ({ name, kind: 'subject' as const })),
        { name: era, kind: 'era' as const },
        { name: region, kind: 'region' as const },
      ],
    })
    const books = {
      边城: tagged(['乡土', '爱情', '河流'], '晚清民国', '湘西'),
      活着: tagged(['乡土', '家族'], '当代中国', '江南'),
      呐喊: tagged(['社会', '乡土'], '晚清民国', '江南'),
      白鹿原: tagged(['家族', '乡土', '历史'], '晚清民国', '关中'),
    }
    for (const [title, book] of Object.entries(books)) assert.ok(!patternsOf(book).has('roofs'), title)
    assert.ok(['water', 'delta'].includes(planCover(newBook({ ...books.边城 })).pattern))
  })

  test('has a sketch of areas in its own colours, which differs between layouts and colours', async () => {
    const sketches = new Set<string>()
    for (const title of '天地玄黄宇宙洪荒日月盈昃辰宿列张') {
      const book = newBook({ title })
      const [sketch, svg] = [sketchCover(book), await drawCover(book)]
      assert.match(sketch, /^([ro][0-9a-k][0-9a-t][1-9a-k][1-9a-u][0-9a-f]{6})+$/)
      // The first area of the sketch is the background of the whole cover or of its largest part, so the drawn cover
      // has the same colour.
      assert.ok(svg.includes(`#${sketch.slice(5, 11)}`), `${title}: ${sketch}`)
      sketches.add(sketch)
    }
    assert.ok(sketches.size >= 12, `${sketches.size}`)
  })

  test('is small and well-formed in every pattern and layout', async () => {
    const patternNames = Object.keys(patterns) as PatternName[]
    const layoutNames = Object.keys(layouts) as LayoutName[]
    for (const [index, pattern] of patternNames.entries()) {
      for (const step of [0, 4, 7]) {
        const layout = layoutNames[(index + step) % layoutNames.length]
        const { svg, placed } = await composeCover(newBook({ title: `${pattern}之书`, subtitle: '一个副题' }), {
          pattern,
          ...(layout && { layout }),
        })
        assertWellFormed(svg)
        assertInside(placed, `${pattern} in ${layout}`)
        assert.ok(svg.length < 40_000, `${pattern}: ${svg.length}`)
      }
    }
  })
})

test('the seeded random numbers are the same on every machine', () => {
  const random = createRandom('知图')
  assert.deepEqual([random.whole(0, 999), random.whole(0, 999), random.whole(0, 999)], [144, 444, 592])
})

describe('a share picture', () => {
  const site = { site: { name: '知图', tagline: '连接知识', colors: null, logo: null } }

  test('is a PNG of 1200 × 630 pixels with and without a cover, and its poster one of 1080 × 1440', async () => {
    const cover = await drawCover(newBook())
    const lines = ['沈从文', '很长的一行'.repeat(60), '第三行 <&>']
    for (const content of [
      { title: '边城', lines, cover, ...site },
      { title: '知图', lines: [], ...site },
      { title: '字'.repeat(80), lines, ...site },
      { title: '漫游', lines, globe: { marks: [{ lng: 179, lat: -80, weight: 1 }] }, ...site },
      { title: '边城', lines, cover, placeNames: ['很长的地名'.repeat(9), '茶峒'], globe: { marks: [] }, ...site },
    ]) {
      const { format, width, height } = await sharp(await drawSharePicture(content)).metadata()
      assert.deepEqual([format, width, height], ['png', 1200, 630])
      const poster = await sharp(await drawSharePoster(content, 'https://books.test/book/1')).metadata()
      assert.deepEqual([poster.format, poster.width, poster.height], ['png', 1080, 1440])
    }
  })

  test('as a poster has a code of its own for every address', async () => {
    const codes = await Promise.all(
      ['https://books.test/book/1', 'https://books.test/book/2'].map(async (address) => {
        const poster = sharp(await drawSharePoster({ title: '边城', lines: [], ...site }, address))
        return poster.extract({ left: 796, top: 1156, width: 200, height: 200 }).raw().toBuffer()
      }),
    )
    assert.notDeepEqual(codes[0], codes[1])
    const isBlackOnWhite = (code: Buffer) => code.includes(0) && code.includes(255)
    assert.ok(codes.every(isBlackOnWhite))
  })
})
