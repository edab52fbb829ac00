import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readNames } from './read-names.ts'

test('names in one field are read apart, without countries, with their roles', () => {
  const cases: Record<string, string> = {
    '[清] 曹雪芹;高鹗': '曹雪芹 author, 高鹗 author',
    '（美）海明威 著；吴劳 译': '海明威 author, 吴劳 translator',
    '[美]海明威著，吴劳译': '海明威 author, 吴劳 translator',
    '【法】大仲马 著 / 李青崖、王振孙 译': '大仲马 author, 李青崖 translator, 王振孙 translator',
    '[哥伦比亚] 加西亚·马尔克斯': '加西亚·马尔克斯 author',
    '〔英〕J.K.罗琳（J.K. Rowling）': 'J.K.罗琳 author',
    '曹雪芹著，高鹗续': '曹雪芹 author, 高鹗 author',
    '司马迁 撰；裴骃集解': '司马迁 author, 裴骃 editor',
    '余华,苏童': '余华 author, 苏童 author',
    '张三 等': '张三 author',
    '鲁迅（著）': '鲁迅 author',
    王力主编: '王力 editor',
    杨伯峻译注: '杨伯峻 translator',
    // The last character belongs to the name, and a comma to a name of another script.
    张译: '张译 author',
    '村上 春树': '村上 春树 author',
    'García Márquez, Gabriel': 'García Márquez, Gabriel author',
    'Terry Pratchett & Neil Gaiman': 'Terry Pratchett author, Neil Gaiman author',
    'AC/DC': 'AC/DC author',
    'G. K. Chesterton': 'G. K. Chesterton author',
    Unknown: '',
    佚名: '',
    '；': '',
  }
  for (const [field, expected] of Object.entries(cases))
    assert.equal(
      readNames(field)
        .map(({ name, role }) => `${name} ${role}`)
        .join(', '),
      expected,
      field,
    )
  assert.deepEqual(readNames('吴劳', 'translator'), [{ name: '吴劳', role: 'translator' }])
})
