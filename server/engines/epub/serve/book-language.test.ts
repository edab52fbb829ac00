import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bookLanguage } from './book-language.ts'

test('the text decides between languages and overrules those of another script', () => {
  const chinese = '天地玄黄，宇宙洪荒。'.repeat(30)
  const traditional = '這個國家的人們說話。'.repeat(30)
  const english = 'The quick brown fox. '.repeat(30)
  const arabic = 'السلام عليكم '.repeat(30)
  const japanese = '吾輩は猫である。'.repeat(30)
  const cases: [stated: string[], text: string, expected: string][] = [
    [['ar-SA', 'zh-CN', 'en-US'], chinese, 'zh-CN'],
    [['ar', 'fr', 'en'], english, 'fr'],
    [['ar-SA'], chinese, 'zh'],
    [['ar'], english, 'en'],
    [['en'], japanese, 'ja'],
    [['en', 'fa'], arabic, 'fa'],
    [['lzh'], chinese, 'lzh'],
    [['zh_TW'], chinese, 'zh-TW'],
    [['und'], chinese, 'zh'],
    [['CN'], traditional, 'zh-Hant'],
    [['zh'], traditional, 'zh-Hant'],
    [['zh-CN'], traditional, 'zh-CN'],
    [['mul', 'de'], english, 'de'],
    [['chi'], chinese, 'zh'],
    [['und'], english, 'en'],
    [[], 'Il était une fois une petite fille. '.repeat(9), ''],
    [[], 'Он пришёл в горы и увидел город.', 'ru'],
    [[], chinese, 'zh'],
    // A grammar of English is a Chinese book, and a few words say nothing.
    [['zh-CN'], english, 'zh-CN'],
    [['en'], '天地', 'en'],
    [['a b'], english, 'en'],
    [['a b'], '', ''],
    [[], '', ''],
  ]
  for (const [stated, text, expected] of cases) assert.equal(bookLanguage(stated, text), expected, `${stated} ${text}`)
})
