import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SearchStage, SearchStep } from '#shared/api/search/explained.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { addListedBooks, readListedBooks } from '../../../test/query-table.ts'
import { createTestDatabase } from '../../../test/test-database.ts'
import type { BookSearch } from './book-search.ts'
import { pageEffort } from './find-candidates.ts'
import { addLiteral, rankBooks } from './rank-books.ts'
import { Ranking } from './ranking.ts'
import { readQuery } from './read-meanings.ts'
import { addNear } from './step-near.ts'
import { addRequested } from './step-request.ts'
import { addDespiteTypos } from './step-typos.ts'
import { addTitlesInside } from './step-titles-inside.ts'
import { addWithoutTerms } from './step-without-terms.ts'

/**
 * Runs one step alone on an empty ranking. Returns the first book with its stage, the names that the step recognised,
 * and the words that it left out.
 */
async function runAlone(db: Db, run: (search: BookSearch) => Promise<void>, typed: string) {
  const search: BookSearch = {
    ...(await readQuery(db, typed)),
    db,
    filter: { tags: [], free: false },
    effort: pageEffort,
    ranking: new Ranking(),
    subject: undefined,
    known: [],
    divided: undefined,
    leftOut: [],
    kept: 0,
  }
  await run(search)
  const [first] = search.ranking.sorted()
  const known = search.known.map(({ kind, name }) => `${kind} ${name}`)
  return { title: first?.names[0]?.[1], stage: first?.stage, known, leftOut: search.leftOut }
}

test('each step of a search alone', async (t) => {
  const { connection, drop } = await createTestDatabase()
  const db = openDatabase(connection, () => undefined)
  t.after(async () => {
    await db.destroy()
    await drop()
  })
  await addListedBooks(db, await readListedBooks())
  const finds = async (
    run: (search: BookSearch) => Promise<void>,
    stage: SearchStage,
    cases: Record<string, string>,
  ) => {
    for (const [typed, title] of Object.entries(cases)) {
      const found = await runAlone(db, run, typed)
      assert.deepEqual([found.title, found.stage], [title, stage], typed)
    }
  }
  const findsNothing = async (run: (search: BookSearch) => Promise<void>, ...queries: string[]) => {
    for (const typed of queries) assert.equal((await runAlone(db, run, typed)).title, undefined, typed)
  }

  await t.test('literal finds every term in names, in any script or spelling, and numbers in any form', async () => {
    const cases = { 红楼: '红楼梦', 紅樓夢: '红楼梦', hlm: '红楼梦', honglou: '红楼梦', '鲁迅 呐喊': '呐喊' }
    await finds(addLiteral, 'names', { ...cases, 二零零一太空漫游: '2001：太空漫游' })
    await findsNothing(addLiteral, '红搂梦', '红楼梦 鑫淼', '有没有讲丝绸之路的书', '')
  })

  await t.test('request finds the subject, and recognises people, tags and places', async () => {
    await finds(addRequested, 'request', { 我想看红楼梦: '红楼梦', '红楼梦 pdf': '红楼梦', 鲁迅野草: '野草' })
    assert.deepEqual((await runAlone(db, addRequested, '鲁迅写的书')).known, ['person 鲁迅'])
    await findsNothing(addRequested, '守株待兔', '红搂梦')
  })

  await t.test('typos finds texts and sounds that nearly equal the query', async () => {
    const written = { 红搂梦: '红楼梦', 红梦楼: '红楼梦', 平凡世界: '平凡的世界', 鲁迅呐喊: '呐喊' }
    const spelled = { hongluomeng: '红楼梦', honglm: '红楼梦', suihuzuan: '水浒传' }
    const found = async (typed: string) => (await runAlone(db, addDespiteTypos, typed)).title ?? ''
    for (const [typed, title] of Object.entries({ ...written, ...spelled }))
      assert.ok((await found(typed)).startsWith(title), `${typed}: ${await found(typed)}`)
    await findsNothing(addDespiteTypos, '守株待兔', '鑫淼')
  })

  await t.test('titlesInside finds a whole title beside other words, and says which', async () => {
    const cases: Record<string, [string, string[]]> = {
      红楼梦人物关系图: ['红楼梦', ['人物关系图']],
      '西游记 鑫淼': ['西游记', ['鑫淼']],
      // A title of two characters must begin or end the text and stand beside at least three other characters, because
      // it may be in the text by chance.
      呐喊究竟好在哪儿: ['呐喊', ['究竟好在哪儿']],
      // No word is reported as left out if only words of a request stand beside the title.
      请问有红楼梦吗: ['红楼梦', []],
    }
    for (const [typed, [title, leftOut]] of Object.entries(cases)) {
      const found = await runAlone(db, addTitlesInside, typed)
      assert.deepEqual([found.title, found.stage, found.leftOut], [title, 'partial', leftOut], typed)
    }
    await findsNothing(addTitlesInside, '红楼梦', '呐喊声', '他在呐喊什么', '守株待兔', '')
  })

  await t.test('withoutTerms leaves out the terms that no book has, and says which', async () => {
    const { title, stage, leftOut } = await runAlone(db, addWithoutTerms, '红楼梦 鑫淼')
    assert.deepEqual([title, stage, leftOut], ['红楼梦', 'partial', ['鑫淼']])
    await findsNothing(addWithoutTerms, '红楼梦鑫淼', '鑫淼 守株待兔')
  })

  const find = async (typed: string) => {
    const { books, known, leftOut } = await rankBooks(db, typed, { tags: [], free: false })
    const titles = books.slice(0, 5).map(({ names }) => names[0]?.[1] ?? '')
    return { books, titles, known: known.map(({ kind, name }) => `${kind} ${name}`), leftOut }
  }

  await t.test('withoutTerms keeps the names that were recognised, and leaves out the other words', async () => {
    const cases: Record<string, [string, string]> = {
      女性主义: ['tag 女性', '主义'],
      印度史诗: ['region 印度', '史诗'],
      小学生必读: ['tag 童书', '必读'],
      编织的历史: ['tag 历史', '编织'],
      黄河流域的历史: ['tag 历史', '黄河流域'],
    }
    for (const [typed, [name, other]] of Object.entries(cases)) {
      const { books, titles, known, leftOut } = await find(typed)
      assert.deepEqual([known, leftOut], [[name], [other]], typed)
      assert.ok(books.length > 5 && titles[0] !== '历史', `${typed}: ${titles.join('、')}`)
    }
    // 中学生 stands for the tag 童书; the page names the words that the user typed.
    const { titles, leftOut } = await find('写给中学生的唐诗')
    assert.deepEqual([titles, leftOut], [['唐诗三百首'], ['给', '中学生']])
  })

  await t.test('a title that is less than half of the text gives way to books with more of the text', async () => {
    assert.deepEqual((await find('1984 by george orwell')).titles, ['一九八四'])
    assert.deepEqual((await find('robert langdon book 3')).titles, ['The Lost Symbol (Robert Langdon, #3)'])
    assert.equal((await find('george und der drache')).titles[0], 'George')
  })

  await t.test('a few literal hits do not shut out the books that are meant', async () => {
    const cases: Record<string, string> = {
      'steven king': 'The Shining',
      'shades of gray': 'Fifty Shades of Grey',
      'the rumour': 'The Rumor',
      'Milan Kundera': 'Immortality',
      'milan kundera ': '不能承受的生命之轻',
      'jk rowling': "Harry Potter and the Sorcerer's Stone",
      jkrowling: 'Harry Potter and the Prisoner of Azkaban',
      撒哈拉故事: '撒哈拉的故事',
      哈里波特: '哈利·波特与魔法石',
    }
    for (const [typed, title] of Object.entries(cases)) {
      const { titles } = await find(typed)
      assert.ok(titles.includes(title), `${typed}: ${titles.join('、')}`)
    }
  })

  await t.test('the words after an English article are not pinyin', async () => {
    for (const typed of ['the mo', 'the si', 'the gemi', 'the q'])
      for (const { names, reasons } of (await find(typed)).books)
        assert.ok(
          reasons.every(({ likeness }) => !/^(?:spelled|initials|sounds|abbreviated)/.test(likeness)),
          `${typed}: ${names[0]?.[1]}`,
        )
  })

  await t.test('near finds popular books that have a part of the query', async () => {
    await finds(addNear, 'near', { 红楼梦魇大揭秘: '红楼梦' })
    await findsNothing(addNear, '鑫淼')
  })

  await t.test('runs only if the steps before it have not found the books it looks for', async () => {
    const cases: Record<string, SearchStep[]> = {
      红楼梦: ['literal'],
      鲁迅写的书: ['literal', 'request'],
      红搂梦: ['literal', 'request', 'typos'],
      '红楼梦 鑫淼': ['literal', 'request', 'typos', 'titlesInside'],
      '红楼 鑫淼': ['literal', 'request', 'typos', 'titlesInside', 'withoutTerms'],
      鑫淼: ['literal', 'request', 'typos', 'titlesInside', 'withoutTerms', 'near'],
    }
    for (const [typed, expected] of Object.entries(cases)) {
      const { steps } = await rankBooks(db, typed, { tags: [], free: false })
      assert.deepEqual(
        steps.map(({ step }) => step),
        expected,
        typed,
      )
    }
  })
})
