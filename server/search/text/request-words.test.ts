import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameTags, subjectOf } from './request-words.ts'

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
  mypdf: undefined,
  小说: undefined,
  红楼梦: undefined,
}

test('the subject of a request is what is left without the words of the request', () => {
  for (const [typed, subject] of Object.entries(subjects)) assert.equal(subjectOf(typed), subject, typed)
})

test('words of readers are replaced by the tags that they stand for', () => {
  assert.equal(nameTags('适合孩子看的历史'), '适合 童书 历史')
  assert.equal(nameTags('唐代诗歌'), '隋唐 诗歌')
  assert.equal(nameTags('红楼梦'), '红楼梦')
})
