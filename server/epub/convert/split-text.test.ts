import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { noTextChoice } from '#shared/text-choice.ts'
import { readNumeral } from './chinese-number.ts'
import { readLatinNumber } from './latin-number.ts'
import { divideText } from './split-text.ts'

const body = '这一日他来到山中，见一座城。城里的人都不说话，只看着河水往东流去。\n天黑以后他又下山了。\n'

function sectionsOf(text: string) {
  return divideText(text).sections.map(({ heading, paragraphs }) => ({
    title: heading?.title ?? null,
    level: heading?.level ?? 2,
    paragraphs,
  }))
}

function titlesOf(text: string): string[] {
  return sectionsOf(text).flatMap(({ title }) => title ?? [])
}

test('Chinese chapter numbers are read in all forms of numerals', () => {
  const numerals = {
    一: 1,
    十: 10,
    十二: 12,
    二十三: 23,
    廿三: 23,
    卅: 30,
    卌五: 45,
    一百零八: 108,
    一〇二: 102,
    '一○二': 102,
    两千: 2000,
    一千零一: 1001,
    '２３': 23,
    壹佰贰拾: 120,
    '0012': 12,
    一万二千: 12_000,
    百二十: 120,
  }
  for (const [written, value] of Object.entries(numerals)) assert.equal(readNumeral(written), value, written)
})

test('chapter numbers of other languages are read', () => {
  const numerals = { 7: 7, IV: 4, xix: 19, One: 1, 'twenty-three': 23, FORTY: 40, MCM: 1900 }
  for (const [written, value] of Object.entries(numerals)) assert.equal(readLatinNumber(written), value, written)
  for (const word of ['', 'of', 'ten-one', 'iiii', 'twenty-eleven', 'civil'])
    assert.equal(readLatinNumber(word), null, word)
})

describe('chapters are found, however their headings are written', () => {
  const kinds: Record<string, string[]> = {
    'numbers with a point': ['1. 风起', '2. 云涌', '3. 雨落'],
    'numbers with a comma': ['1、风起', '2、云涌', '3、雨落'],
    'numbers with a space': ['1 风起', '2 云涌', '3 雨落'],
    'numbers alone': ['1', '2', '3'],
    'Chinese numbers alone': ['一', '二', '三'],
    'Roman numbers alone': ['I', 'II', 'III'],
    'Chinese numbers with a comma': ['一、风起', '二、云涌', '三、雨落'],
    'numbers in brackets': ['（一）', '（二）', '（三）'],
    'numbers in narrow brackets': ['(1) 风起', '(2) 云涌', '(3) 雨落'],
    'English words': ['Chapter One', 'Chapter Two', 'Chapter Three'],
    'Roman numbers': ['CHAPTER I. Down the Hole', 'CHAPTER II. The Pool', 'CHAPTER III. A Race'],
    'English with extras': ['Prologue', 'Chapter 1: A', 'Chapter 2: B', 'Epilogue'],
    exclamations: ['第1章 他来了！', '第2章 你是谁？', '第3章 风，雨，', '第4章 一拳！又一拳！'],
    'exclamations without a space': ['第1章他来了！', '第2章你是谁？'],
    'a chapter between two': ['第18章 甲', '第18.5章 乙', '第19章 丙'],
    extras: ['幕间', '第一章 甲', '第二章 乙', '间章', '外传 雪夜', '大结局（上）', '完本感言'],
    'two parts': ['上部', '第一章 甲', '第二章 乙', '下部', '第三章 丙'],
    'numbers in two parts': ['第一部', '1', '2', '3', '第二部', '1', '2', '3'],
    'two hundred and more': ['第两百一十八章', '第两百一十九章 甲', '第两百二十章'],
    'formal numbers': ['第壹章', '第贰章', '第叁章'],
    'wide numbers': ['第１２章', '第１３章', '第１４章'],
    'padded numbers': ['第001章', '第002章', '第003章'],
    'pairs of lines': ['第一回 宴桃园豪杰三结义 斩黄巾英雄首立功', '第二回 张翼德怒鞭督邮 何国舅谋诛宦竖'],
    sections: ['第一节', '第二节', '第三节'],
    episodes: ['第1话 出发', '第2话 归来'],
    volumes: ['卷一 甲', '卷二 乙', '卷三 丙'],
  }
  for (const [kind, headings] of Object.entries(kinds))
    test(kind, () => {
      const text = `书名\n作者：某人\n${headings.map((heading) => `${heading}\n${body}`).join('\n')}`
      assert.deepEqual(titlesOf(text), headings)
    })

  test('signs around a heading are no part of its title', () => {
    for (const [before, after] of [
      ['【', '】'],
      ['=== ', ' ==='],
      ['## ', ''],
      ['★', '★'],
      ['—— ', ' ——'],
    ] as const) {
      const text = ['第一章', '第二章 风'].map((title) => `${before}${title}${after}\n${body}`).join('')
      assert.deepEqual(titlesOf(text), ['第一章', '第二章 风'], before)
    }
    assert.deepEqual(titlesOf(['风起', '云涌', '雨落'].map((title) => `## ${title}\n${body}`).join('')), [
      '风起',
      '云涌',
      '雨落',
    ])
  })
})

test('chapters are found in volumes, with prefaces and extras, and no text is lost', () => {
  const headings = [
    '序',
    '楔子 缘起',
    '第一卷 山中',
    '第一章 入山',
    '第二章　下山',
    '第〇三章：又上山',
    '第四章渡河的人',
    '第二卷',
    '第廿回 归来',
    '番外一 旧事',
    '尾声',
    '后记',
  ]
  const text = headings.map((heading, at) => `${heading}\n正文${at}有几句话。`).join('\n')
  const sections = sectionsOf(`前面的话。\n${text}`)
  assert.deepEqual(
    sections.flatMap(({ title }) => title ?? []),
    headings.map((heading) => heading.replace('\u3000', ' ')),
  )
  assert.equal(sections[0]?.paragraphs[0], '前面的话。')
  assert.deepEqual(
    sections.filter(({ level }) => level === 1).map(({ title }) => title),
    ['第一卷 山中', '第二卷'],
  )
})

test('sentences that mention chapters are no headings', () => {
  const text =
    '第一章 开头\n第一章的内容他已经忘了。\n第二回合他输了\n第三部分的人都走了\n第五节课是体育\n序幕拉开了。\n卷一边看一边哭\n第九百章他没有写完就死了。\n第二章 结尾\n完'
  assert.deepEqual(
    sectionsOf(text).map(({ title }) => title),
    ['第一章 开头', '第二章 结尾'],
  )
})

test('a table of contents at the beginning does not become empty chapters', () => {
  const sections = sectionsOf('目录\n第一章 甲\n第二章 乙\n\n第一章 甲\n文一\n第二章 乙\n文二')
  assert.deepEqual(
    sections.map(({ title, paragraphs }) => [title, paragraphs.length]),
    [
      [null, 1],
      ['第一章 甲', 1],
      ['第二章 乙', 1],
    ],
  )
})

test('page numbers in a table of contents are no other chapters', () => {
  const contents = '目录\n第一章 甲……1\n第二章 乙 ... 9\n第三章 丙　20\n'
  const chapters = ['第一章 甲', '第二章 乙', '第三章 丙']
  assert.deepEqual(titlesOf(contents + chapters.map((title) => `${title}\n${body}`).join('')), chapters)
})

test('numbered lists, page numbers and years are no chapters', () => {
  const cases = {
    list: `他说了三件事：\n1. 米\n2. 盐\n3. 茶\n然后走了。\n${body}`,
    pages: Array.from({ length: 80 }, (_, page) => `${body}${body}${page + 1}`).join('\n'),
    years: `1984 年我在山中\n${body}1985 年我下山\n${body}1986 年我回来\n${body}`,
    words: `Book I read yesterday\n${body}Part of it was good\nChapter two of the story is long.\n${body}`,
  }
  for (const [what, text] of Object.entries(cases)) assert.deepEqual(titlesOf(text), [], what)
})

test('chapters are preferred to the points within them', () => {
  const points = ['一、起', '二、承', '三、转'].map((point) => `${point}\n${body}`).join('')
  const text = ['第一章 甲', '第二章 乙', '第三章 丙'].map((title) => `${title}\n${points}`).join('')
  const { style, styles } = divideText(text)
  assert.equal(style, 'chapters')
  assert.deepEqual(styles, [
    { style: 'chapters', count: 3 },
    { style: 'numerals', count: 9 },
  ])
  assert.equal(divideText(text, { ...noTextChoice, style: 'numerals' }).sections.length, 10)
})

test('one mention of a chapter does not hide the chapters of another style', () => {
  const text = `第一章 前言\n很短。\n${['一、风起', '二、云涌', '三、雨落'].map((title) => `${title}\n${body.repeat(9)}`).join('')}`
  assert.deepEqual(titlesOf(text), ['一、风起', '二、云涌', '三、雨落'])
})

test('editors merge and add chapters, and no text is lost', () => {
  const text = `第一章 甲\n${body}第二章 乙\n${body}☆ 旧事\n${body}`
  const { sections } = divideText(text, { ...noTextChoice, merged: [3, 99], added: [6, 6, 1000] })
  assert.deepEqual(
    sections.map(({ heading, paragraphs }) => [heading?.title, paragraphs.length]),
    [
      ['第一章 甲', 5],
      ['☆ 旧事', 2],
    ],
  )
  assert.equal(divideText(text, { ...noTextChoice, style: 'none' }).sections.length, 1)
})
