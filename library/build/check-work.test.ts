import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkMarks, checkMetre, type Finding, readExceptions } from './check-work.ts'
import { checkForms, compareEditions } from './compare-editions.ts'
import { correctParts } from './correct-text.ts'
import type { OtherEdition } from './read-editions.ts'
import type { TextPiece, TextWork } from './text-work.ts'
import { tidyLines } from './tidy-text.ts'
import { toSimplified } from './to-simplified.ts'

test('the build refuses unbalanced or nested quotes and brackets, but not a repeated opening quote', () => {
  for (const lines of [['曰：“善。'], ['曰：善。”'], ['曰：“诗云：“善。””'], ['《诗云。'], ['（善。']])
    assert.deepEqual(rules(checkMarks(prose(lines))), ['brackets'], lines.join())
  assert.deepEqual(checkMarks(prose(['曰：“善。', '“又曰：‘善。’”'])), [])
})

test('the build refuses remarks on other wordings outside notes, and notes that say nothing', () => {
  assert.deepEqual(rules(checkMarks(prose(['月如霜。回乐一作迴乐']))), ['remark'])
  assert.deepEqual(rules(checkMarks(prose(['见且由不得亟，“由”通“犹”。']))), ['remark'])
  assert.deepEqual(rules(checkMarks(prose(['见且犹不得亟。1。犹：或作“由”。']))), ['remark'])
  assert.deepEqual(rules(checkMarks(prose(['寒花⟦“遍”一作“徧”⟧。']))), ['note'])
  assert.deepEqual(checkMarks(prose(['寒花⟦“遍”一作“满”⟧。'])), [])
})

test('the build refuses an explanation before the text, and a run without punctuation', () => {
  for (const explanation of ['汉宣帝刘询刚刚登上皇位。', '正义高祖初定天下，表明有功之臣而侯之。'])
    assert.deepEqual(rules(checkMarks(prose([explanation, '太史公曰：古者人臣功有五品。']))), ['gloss'])
  assert.deepEqual(rules(checkMarks(prose([`${'天地玄黄宇宙洪荒'.repeat(3)}。`]))), ['run'])
})

test('the build refuses a verse that lacks a character or a comma, but not 君不见 before a verse', () => {
  const poem = ['白日依山尽，黄河入海流。', '欲穷千里目，更上一层楼。']
  const wordings = (lines: string[]) => checkMetre(verse(lines)).map(({ wording }) => wording)
  assert.deepEqual(wordings(poem), [])
  assert.deepEqual(wordings([...poem, '君不见黄河水，白日依山尽。']), [])
  assert.deepEqual(wordings([...poem, '白日依山尽，河入海流。']), ['河入海流'])
  assert.deepEqual(wordings([...poem, ...poem, '白日依山尽黄河入海流。']), ['白日依山尽黄河入海流'])
})

test('the build refuses a lyric that is shorter than all others of its tune, or nearly all', () => {
  const check = (length: number, others: number[]) => {
    const poems = others.map((other) => ({ title: '', tune: '十六字令', verses: ['天'.repeat(other)] }))
    const lyric = work([{ title: '十六字令（天）', kind: 'verse', lines: ['天'.repeat(length)] }], '全宋词')
    return rules(checkForms(lyric, [{ name: '全宋词', poems }]))
  }
  const usual = Array.from({ length: 147 }, () => 16)
  assert.deepEqual(check(16, usual.slice(0, 5)), [])
  assert.deepEqual(check(15, usual.slice(0, 5)), ['form'])
  assert.deepEqual(check(15, [...usual, 15, 15]), ['form'])
  assert.deepEqual(check(15, [...usual, 15, 15, 15]), [])
})

test('the build refuses a verse that another collection has with more characters, or without its □', () => {
  const edition: OtherEdition = {
    name: '御定全唐诗',
    poems: [{ title: '', tune: '', verses: ['白日依山尽', '黄河入海流', '欲穷千里目', '更上一层楼'] }],
  }
  const compare = (lines: string[]) => {
    const poem = verse(lines)
    return compareEditions([poem], [edition])(poem).findings
  }
  assert.deepEqual(compare(['白日依山尽，黄河入流。', '欲穷千里目，更上一层楼。']), [
    { rule: 'shorter', wording: '黄河入流→黄河入海流' },
  ])
  assert.deepEqual(compare(['白日依山尽，黄河□海流。', '欲穷千里目，更上一层楼。']), [
    { rule: 'lost', wording: '黄河□海流→黄河入海流' },
  ])
  edition.poems.unshift({ title: '', tune: '', verses: ['白日依山尽', '黄河入流', '欲穷千里目', '更上一层楼'] })
  assert.deepEqual(rules(compare(['白日依山尽，黄河入流。', '欲穷千里目，更上一层楼。'])), ['shorter'])
})

test('the collation lists a title that differs, but not the number of a poem in its series', () => {
  const lines = ['白日依山尽，黄河入海流。', '欲穷千里目，更上一层楼。']
  const poems = [{ title: '登鹳雀楼二首', tune: '', verses: ['白日依山尽', '黄河入海流'] }]
  const listed = (title: string) => {
    const poem = work([{ title, kind: 'verse', lines }], '全唐诗')
    return compareEditions([poem], [{ name: '御定全唐诗', poems }])(poem).differences.map(({ ours }) => ours)
  }
  assert.deepEqual(listed('登鹳雀楼二首 一'), [])
  assert.deepEqual(listed('登鹤雀楼二首 一'), ['登鹤雀楼二首一'])
})

test('a correction whose wrong wording does not occur as often as stated stops the build', () => {
  const parts = [{ title: '卷一', pieces: [{ title: '春晓', kind: 'verse' as const, lines: ['春眠不觉晚，晚。'] }] }]
  const correct = (count: number) => correctParts(parts, [{ wrong: '晚', right: '晓', reason: '形近', count }])
  assert.throws(() => correct(1), /应有 1 处，原文有 2 处/)
  assert.deepEqual(correct(2)[0]?.pieces[0]?.lines, ['春眠不觉晓，晓。'])
})

test('an exception silences only its own wording, and is reported when nothing matches it', () => {
  const exceptions = readExceptions()
  const all = exceptions.unused()
  const [key = '', rule = '', wording = ''] = (all[0] ?? '').split('\t')
  const finding = { rule, wording } as Finding
  assert.deepEqual(exceptions.without(key, [finding, { ...finding, wording: '别的' }]), [
    { ...finding, wording: '别的' },
  ])
  assert.equal(exceptions.unused().length, all.length - 1)
})

test('a remark that the source breaks into lines becomes one note; one that says nothing is removed', () => {
  assert.deepEqual(tidyLines(['月如霜。(回樂', '一作：迴樂', '）']), ['月如霜。'])
  assert.deepEqual(tidyLines(['夜月魂。(夜月 一作：月夜 環', '一作：環', ')']), ['夜月魂。⟦“夜月”一作“月夜”⟧'])
})

test('the conversion to simplified characters keeps names and tells 沈 from 沉', () => {
  for (const [source, expected] of [
    ['王奢、樊於期', '王奢、樊於期'],
    ['處於於陵', '处于於陵'],
    ['白苹洲', '白蘋洲'],
    ['食野之苹', '食野之苹'],
    ['朝罷香菸', '朝罢香烟'],
    ['沈佺期', '沈佺期'],
    ['銷沈', '销沉'],
    ['馀', '余'],
  ] as const)
    assert.equal(toSimplified(source), expected)
})

function rules(findings: Finding[]) {
  return findings.map(({ rule }) => rule)
}

function prose(lines: string[]) {
  return work([{ title: null, kind: 'prose', lines }], '古文观止')
}

function verse(lines: string[]) {
  return work([{ title: '登鹳雀楼', kind: 'verse', lines }], '唐诗')
}

function work(pieces: TextPiece[], collection: string): TextWork {
  const parts = [{ title: '卷一', pieces }]
  const facts = { key: 'test', title: '', creators: [], edition: '', origin: '', source: '', shipsTraditional: false }
  return { ...facts, collection, parts }
}
