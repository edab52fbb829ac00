import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formOf, hasSubject, nameTags, subjectOf } from './request-words.ts'

const subjects: Record<string, string | undefined> = {
  余华的书: '余华',
  '三体 pdf': '三体',
  活着txt下载: '活着',
  我想看活着: '活着',
  有没有讲丝绸之路的书: '丝绸之路',
  类似三体的小说: '三体',
  想找一本关于茶的书: '茶',
  '百年孤独 豆瓣': '百年孤独',
  '书名：《白鹿原》': '白鹿原',
  有没有和白夜行差不多的小说: '白夜行',
  求推荐几本科幻小说: '科幻',
  鲁迅的作品有哪些: '鲁迅',
  'harry potter pdf': 'harry potter',
  活着讲的是什么故事: '活着',
  请问有格列佛游记: '格列佛游记',
  铁皮鼓读书笔记1000字: '铁皮鼓',
  围城适合几年级: '围城',
  日本作家: '日本',
  法国女作家的小说: '法国',
  美国文学: '美国',
  苏轼的词: '苏轼',
  好看的小说: '小说',
  推荐几本小说: '小说',
  在吗: undefined,
  有闲阶级论: undefined,
  mypdf: undefined,
  小说: undefined,
  红楼梦: undefined,
}

test('the subject of a request is its rest without the words of the request', () => {
  for (const [typed, subject] of Object.entries(subjects)) assert.equal(subjectOf(typed), subject, typed)
})

test('words of users are replaced by the tags that they stand for', () => {
  const cases: [string, string, [string, string][]][] = [
    ['适合孩子看的历史', '适合 童书 历史', [['童书', '孩子']]],
    ['唐代诗歌', '隋唐 诗歌', [['隋唐', '唐代']]],
    [
      '抗日战争',
      '晚清民国 战争',
      [
        ['晚清民国', '抗日战争'],
        ['战争', '抗日战争'],
      ],
    ],
    ['红楼梦', '红楼梦', []],
  ]
  for (const [typed, text, words] of cases) assert.deepEqual(nameTags(typed), { text, words: new Map(words) }, typed)
})

test('a request may ask for a literary form', () => {
  assert.deepEqual(formOf('鲁迅的散文', '鲁迅'), { word: '散文', tags: ['散文'] })
  assert.deepEqual(formOf('老舍的长篇小说', '老舍')?.tags, ['长篇小说'])
  assert.deepEqual(formOf('老舍的小说', '老舍')?.tags, ['长篇小说', '中短篇小说'])
  assert.equal(formOf('鲁迅的书', '鲁迅'), undefined)
  assert.equal(formOf('论中国小说的书', '论中国小说'), undefined)
})

test('some texts consist only of words of a request', () => {
  for (const typed of ['的书', '讲的小说', '有没有', '']) assert.equal(hasSubject(typed), false, typed)
  for (const typed of ['鲁迅的书', '红楼梦', 'pdf3']) assert.equal(hasSubject(typed), true, typed)
})
