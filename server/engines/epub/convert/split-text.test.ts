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
    'English words without a space': ['chapter.001 风起', 'chapter.002 云涌', 'Chapter003风止'],
    'short English words': ['Vol.1 上', 'Ch.1 风起', 'Ch. 2 云涌', 'Vol.2 下', 'chap 3：风止'],
    'rare English words': ['No.1 风起', 'No.2 云涌', 'No.3 雨落'],
    'a volume before each chapter': ['第一卷 山中 第一章 风起', '第一卷 山中 第二章 云涌', '第二卷 水上 第一章 雨落'],
    'the kind of volume before each chapter': ['VIP卷 第一章 风起', 'VIP卷 第二章 云涌', 'VIP卷第三章 雨落'],
    'the title before each chapter': ['山河记_第一章_风起', '山河记 第二章 云涌', '山河记·第三章'],
    'a number before each chapter': ['1、第一章 风起', '2、第二章 云涌'],
    plays: ['第一出 标目', '第二出 言怀', '第三出 训女'],
    'plays without a space': ['第一折楔子', '第二折起兵', '第三折收江'],
    'acts and scenes': ['第一幕', '第一场', '第二场', '第三场', '第二幕', '第一场', '第二场'],
    lectures: ['第一讲', '第二讲 云涌', '第三讲：雨落'],
    lessons: ['第1课 春天', '第2课 夏天', '第3课 秋天'],
    nights: ['第一夜 风起', '第二夜 云涌', '第三夜'],
    'full stops': ['楔子。', '第一章 风起。', '第二章 云涌。', '第三章 山高，水长。', '尾声'],
    'a full stop without a space': ['第一章风起。', '第二章云涌。', '第三章雨落。'],
    'a comma behind the number': ['第一章，风起', '第二章，云涌'],
    'full stops behind numbers': ['1、风起。', '2、云涌。', '3、雨落。'],
    'titles in brackets': ['第一章《风起》', '第二章（云涌）', '第三章【雨落】', '第四章“雪飘”'],
    'spaced numbers': ['第 一 章 风起', '第 十 二 章 云涌', '第 十 三 章 雨落'],
    'several chapters in one': ['第1-2章 风起', '第3至4章 云涌', '第5章 雨落'],
    'Roman numbers in Chinese': ['第IV章 风起', '第Ⅴ章 云涌'],
  }
  for (const [kind, headings] of Object.entries(kinds))
    test(kind, () => {
      const text = `书名\n作者：某人\n${headings.map((heading) => `${heading}\n${body}`).join('\n')}`
      assert.deepEqual(titlesOf(text), headings)
    })

  test('signs around a heading are no part of its title', () => {
    for (const [before, after] of [
      ['☆、', ''],
      ['◎', ''],
      ['※※※', '※※※'],
      ['◆◇ ', ' ◇◆'],
      ['❀ ', ' ❀'],
      ['-----', '-----'],
      ['～', '～'],
      ['《', '》'],
      ['「', '」'],
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
    assert.deepEqual(titlesOf(['风起', '云涌', '雨落'].map((title) => `☆、${title}\n${body}`).join('')), [
      '风起',
      '云涌',
      '雨落',
    ])
  })

  test('spaces that stretch a word are no part of it', () =>
    assert.deepEqual(titlesOf(`楔　子\n${body}第一章\n${body}尾　　声\n${body}`), ['楔子', '第一章', '尾声']))

  test('a line may end with any line separator of Unicode', () =>
    assert.deepEqual(titlesOf(`第一章\u2028${body}\u2029第二章\u0085${body}`), ['第一章', '第二章']))
})

describe('sentences that begin like a heading are no headings', () => {
  const sentences =
    `第三章我们已经说过 第十回他终于来了 第二场雨下来了 第一课我迟到了 第二夜他没有睡 第二出戏是牡丹亭 第二集我还没看
    第二章写得好 第二章，我们已经读过了。 第三章写得好！ 第二部分 第二节车厢 第一名是他。 第三回合时，他一拳打出。 第二天一早 第三日清晨，他走了。
    第二卷书不见了 第二章还没写完，他就死了…… 《第二章》写得好 102:98 2015年3月4日 3.买米 Part_2_of_it Chapter_2_was_good 他说_第二章_很好`
      .split(/\s+/)
      .map((words) => words.replaceAll('_', ' '))
  const titles = ['风起', '云涌', '夜行', '对酒', '听雨']
  const kinds = {
    'with a space': titles.map((title, at) => `第${'一二三四五'[at]}章 ${title}`),
    'without a space': titles.map((title, at) => `第${'一二三四五'[at]}章${title}`),
    'with numbers alone': titles.map((title, at) => `${at + 1}. ${title}`),
  }
  for (const [kind, headings] of Object.entries(kinds))
    test(`beside headings ${kind}`, () => {
      for (const words of sentences) {
        const text = headings.map((heading) => `${heading}\n${body}${words}\n${body}`).join('\n')
        assert.deepEqual(titlesOf(text), headings, words)
      }
    })

  test('a list within a chapter has no headings', () => {
    const headings = kinds['with numbers alone']
    const text = headings.map((heading) => `${heading}\n${body}1. 米\n2. 盐\n3. 茶\n${body}`).join('\n')
    assert.deepEqual(titlesOf(text), headings)
  })
})

describe('lines of equal width become paragraphs', () => {
  const long =
    '山高水长风起云涌，少年背着剑走过长街，看见卖酒的老人正在收摊，心里忽然想起许多旧事来，于是停下脚步坐在石阶上听了半夜的雨声，直到天亮才起身离去。'
  const paragraphs = Array.from({ length: 12 }, (_, at) => long.repeat(1 + (at % 3)).slice(at % 7))
  /** Breaks a text every so many characters. Punctuation may hang behind the edge, as in most programs. */
  const broken = (text: string, width: number, hangs: boolean) => {
    const lines: string[] = []
    for (let at = 0; at < text.length; at += lines.at(-1)?.length ?? 1) {
      const line = text.slice(at, at + width)
      lines.push(line + (hangs ? (/^[，。]/.exec(text.slice(at + width))?.[0] ?? '') : ''))
    }
    return `${lines.join('\n')}\n`
  }
  const ways: Record<string, (paragraph: string, width: number, hangs: boolean) => string> = {
    'with an indent': (paragraph, width, hangs) => broken(`　　${paragraph}`, width, hangs),
    'with an empty line between paragraphs': (paragraph, width, hangs) => `${broken(paragraph, width, hangs)}\n`,
    'with an empty line behind each line': (paragraph, width, hangs) =>
      broken(`　　${paragraph}`, width, hangs).replaceAll('\n', '\n\n'),
  }
  for (const [way, write] of Object.entries(ways))
    test(way, () => {
      for (const width of [16, 35, 40])
        for (const hangs of [false, true]) {
          const text = `第一章 甲\n\n${paragraphs.map((paragraph) => write(paragraph, width, hangs)).join('')}`
          const { sections, isWrapped } = divideText(text)
          assert.ok(isWrapped, `${width}`)
          assert.deepEqual(
            sections.map((section) => section.paragraphs),
            [paragraphs],
            `${width}`,
          )
        }
    })

  test('words of other languages keep their spaces, and a line that begins like a heading is none', () => {
    const sentence = 'The old man sat by the river and thought of the years that were gone, until, as usual, '
    const paragraph = `${sentence.repeat(6)}Chapter 2. was too long.`
    const lines: string[] = []
    for (const word of paragraph.split(' ')) {
      const last = lines.at(-1)
      if (last === undefined || last.length + word.length > 70) lines.push(word)
      else lines.splice(-1, 1, `${last} ${word}`)
    }
    const text = ['Chapter 1', 'Chapter 2', 'Chapter 3'].map((title) => `${title}\n\n${lines.join('\n')}\n`).join('\n')
    assert.deepEqual(
      divideText(text).sections.map(({ paragraphs }) => paragraphs),
      [[paragraph], [paragraph], [paragraph]],
    )
  })

  const sonnet = `Shall I compare thee to a summer's day?
    Thou art more lovely and more temperate:
    Rough winds do shake the darling buds of May,
    And summer's lease hath all too short a date;`
  const others: Record<string, string> = {
    'verse with punctuation': '云想衣裳花想容，\n春风拂槛露华浓。\n',
    'verse without punctuation': '云想衣裳花想容\n春风拂槛露华浓\n',
    'two lines of verse in one': '云想衣裳花想容，春风拂槛露华浓。\n若非群玉山头见，会向瑶台月下逢。\n',
    'new verse': '轻轻的我走了\n正如我轻轻的来\n我轻轻的招手\n作别西天的云彩\n\n',
    'English verse': `${sonnet}\n`,
    'paragraphs of one length': `　　${long}\n`,
    dialogue: '“你来了。”\n“我来了，”她说，手里还提着那只旧皮箱，箱角磨得发白。\n他不说话。\n',
  }
  for (const [name, lines] of Object.entries(others))
    test(`${name} stays as it is`, () => {
      const text = lines.repeat(20)
      assert.deepEqual(
        divideText(text).sections.flatMap(({ paragraphs }) => paragraphs),
        text.split('\n').flatMap((line) => line.trim() || []),
      )
    })

  test('verse within broken paragraphs stays verse', () => {
    const verse = ['云想衣裳花想容，', '春风拂槛露华浓。', '若非群玉山头见，', '会向瑶台月下逢。']
    const prose = paragraphs.map((paragraph) => broken(`　　${paragraph}`, 35, true)).join('')
    assert.deepEqual(
      divideText(`${prose}${verse.join('\n')}\n${prose}`).sections.flatMap((section) => section.paragraphs),
      [...paragraphs, ...verse, ...paragraphs],
    )
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
