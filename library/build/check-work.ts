import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { noteEnd, noteStart, type TextPiece, type TextWork } from './text-work.ts'
import { toSimplified } from './to-simplified.ts'

/** A fault that a rule finds in a text, with the wording by which an exception names it. */
export interface Finding {
  rule: 'brackets' | 'remark' | 'note' | 'gloss' | 'run' | 'metre' | 'form' | 'shorter' | 'lost'
  wording: string
}

/** Longest run of characters without punctuation that a text may have. */
const longestRun = 20
const closing = new Map(
  ['（）', '《》', '〈〉', '“”', '‘’', '「」', '『』', '⟦⟧'].map(([open, close]) => [open, close]),
)
const notes = new RegExp(`${noteStart}([^${noteEnd}]*)${noteEnd}`, 'g')
/** Words of present-day Chinese, and names of commentaries, which show that a paragraph is not the author's text. */
const explanation =
  /刚刚|这[个些是种样]|[我你他]们|什么|没有|的(?:人|时候|事)|译文|注释|题解|^[《【]?(?:正义|集解|索隐)/
/** Collections of lyrics (词), whose verses differ in length, but are the same in all lyrics of a tune. */
export const lyrics = new Set(['花间集', '南唐二主词', '全宋词', '宋词三百首', '纳兰词'])
/** Collections of songs without a metre. */
const songs = new Set(['诗经', '楚辞'])
/** Marks of verses that are longer than the metre: the words before them, or the exclamation 兮. */
const opening = /^(?:[君汝又]?不[见見闻聞觉覺能]|君莫[爱愛笑])|兮/

/** Finds the faults in the marks of a text: brackets and quotes, remarks, glosses and runs without punctuation. */
export function checkMarks(work: TextWork): Finding[] {
  return piecesOf(work).flatMap(({ kind, lines, comments = [] }) => [
    ...[lines, ...comments.map((comment) => [comment])].flatMap(findBrackets),
    ...[...lines, ...comments].flatMap((line) => [
      ...findRemarks(line),
      ...(kind === 'prose' && lines.includes(line) && explanation.test(line) ? [fault('gloss', line)] : []),
      ...(without(line).match(new RegExp(`[\\p{Script=Han}□]{${longestRun + 1},}`, 'gu')) ?? []).map((run) =>
        fault('run', run),
      ),
    ]),
  ])
}

/**
 * Finds brackets and quotes that are not closed, not opened, or nested in themselves. A paragraph that continues a
 * speech repeats its opening quotes.
 */
function findBrackets(lines: string[]): Finding[] {
  const open: string[] = []
  for (const line of lines) {
    const repeated = /^[“‘「『]*/.exec(line)?.[0] ?? ''
    const start = repeated !== '' && open.join('').endsWith(repeated) ? repeated.length : 0
    for (const [at, sign] of [...line].entries()) {
      if (at < start) continue
      const isNested = closing.has(sign) && open.at(-1) === sign
      const isStray = [...closing.values()].includes(sign) && closing.get(open.pop() ?? '') !== sign
      if (isNested || isStray) return [fault('brackets', [...line].slice(Math.max(0, at - 8), at + 4).join(''))]
      if (closing.has(sign)) open.push(sign)
    }
  }
  return open.length === 0 ? [] : [fault('brackets', lines.at(-1)?.slice(-8) ?? '')]
}

/** Finds remarks on other wordings outside notes, and notes without a difference between their two wordings. */
function findRemarks(line: string): Finding[] {
  const outside = /.{0,4}(?:一作|或作[“「]|通[：:“]|\d).{0,4}/.exec(without(line))?.[0]
  const empty = [...line.matchAll(notes)].flatMap(([, note = '']) => note.split('；')).filter(saysNothing)
  return [...(outside === undefined ? [] : [fault('remark', outside)]), ...empty.map((note) => fault('note', note))]
}

function saysNothing(note: string) {
  const [, ours = '', theirs = ''] = /^(?:“(.*?)”)?(?:一作|通)“(.*)”$/.exec(note) ?? []
  return theirs === '' || toSimplified(ours) === toSimplified(theirs)
}

/**
 * Finds verses that lack a character or have one too many, or are two verses without a comma, in poems whose other
 * verses nearly all have the same length.
 */
export function checkMetre(work: TextWork): Finding[] {
  if (songs.has(work.collection) || lyrics.has(work.collection)) return []
  return piecesOf(work).flatMap(({ kind, lines }) => {
    const verses = kind === 'verse' ? lines.flatMap(versesOf).filter((verse) => !opening.test(verse)) : []
    const lengths = Map.groupBy(verses, countCharacters)
    const [length, most] = [...lengths].toSorted(([, one], [, other]) => other.length - one.length)[0] ?? [0, []]
    if (verses.length < 4 || length < 4 || length > 7 || most.length < verses.length * 0.8) return []
    return verses.filter((verse) => isOdd(countCharacters(verse), length)).map((verse) => fault('metre', verse))
  })
}

function isOdd(count: number, length: number) {
  return Math.abs(count - length) === 1 || count >= 2 * length - 1
}

function fault(rule: Finding['rule'], wording: string): Finding {
  return { rule, wording }
}

export function piecesOf(work: TextWork): TextPiece[] {
  return work.parts.flatMap((part) => part.pieces)
}

/** Splits a line into its verses at the punctuation; notes and brackets are left out. */
export function versesOf(line: string): string[] {
  return without(line)
    .replace(/（[^）]*）/g, '')
    .split(/[^\p{Script=Han}□⿰⿱]+/u)
    .filter(Boolean)
}

/** Counts the characters of a verse; a character that is described by its parts counts once. */
export function countCharacters(verse: string): number {
  const composed = /[⿰⿱][^⿰⿱]{2}/gu
  return [...verse.replace(composed, '□').replace(composed, '□')].length
}

function without(line: string) {
  return line.replace(notes, '')
}

/**
 * Reads the table of exceptions. Each row names a finding that is no fault, by the key of the text, the rule and the
 * wording, and gives the reason. Returns a function that keeps the other findings of a text, and one that returns the
 * exceptions that no finding has matched.
 */
export function readExceptions(file = join(import.meta.dirname, 'exceptions.tsv')) {
  const rows = readFileSync(file, 'utf8').trimEnd().split('\n')
  const unused = new Set(rows.map((row) => row.split('\t').slice(0, 3).join('\t')))
  const known = new Set(unused)
  return {
    without: (key: string, findings: Finding[]) =>
      findings.filter(({ rule, wording }) => {
        const row = [key, rule, wording].join('\t')
        unused.delete(row)
        return !known.has(row)
      }),
    unused: () => [...unused],
  }
}
