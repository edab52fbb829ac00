import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { writePlainText } from '#server/engines/epub/convert/write-plain-text.ts'
import { readCorrections } from './correct-text.ts'
import { toSimplified } from './to-simplified.ts'
import { toStandardCharacters } from './variant-characters.ts'

const folder = resolve(import.meta.dirname, '../books')
const texts = new Map<string, string>()
for (const name of readdirSync(folder).filter((name) => name.endsWith('.epub')))
  texts.set(name.slice(0, -'.epub'.length), (await writePlainText(readFileSync(join(folder, name)))).toString())
const simplified = [...texts].filter(([name]) => name.endsWith('.zh-Hans'))

test('simplified texts contain no traditional characters or variants', () => {
  for (const [name, text] of simplified) {
    const lines = text
      .split('\n')
      .filter((line) => /[後陽陰習塊硃悽竄將適恆門馬鳥風雲]/.test(line) || toStandardCharacters(line) !== line)
    assert.deepEqual(lines, [], name)
  }
})

test('the conversion distinguishes 徵 (a note), 閒 (between), 乾 (heaven) and 蘋 (a plant) from 征, 闲, 干 and 苹', () => {
  for (const [traditional, expected] of [
    ['蓋徵招、角招是也', '盖徵招、角招是也'],
    ['宮徵不相宜', '宫徵不相宜'],
    ['徵人薊北空回首', '征人蓟北空回首'],
    ['版築之閒', '版筑之间'],
    ['國家閒暇', '国家闲暇'],
    ['馬驕泥輭錦連乾', '马骄泥软锦连乾'],
    ['風乾', '风干'],
    ['于以采蘋', '于以采蘋'],
    ['詣闕暮徵入', '诣阙暮征入'],
  ] as const)
    assert.equal(toSimplified(traditional), expected)
})

test('no text has a wording that its table of corrections calls wrong', () => {
  const keys = readdirSync(resolve(import.meta.dirname, 'corrections')).map((name) => name.slice(0, -'.tsv'.length))
  for (const key of keys) {
    const text = texts.get(`${key}.zh-Hant`) ?? texts.get(`${key}.zh-Hans`)
    assert.ok(text, key)
    for (const { wrong, right } of readCorrections(key))
      if (!/[\n#※⟦]/.test(wrong) && !right.includes(wrong)) assert.ok(!text.includes(wrong), `${key}: ${wrong}`)
  }
})

test('no text has brackets of Latin script, and bylines name the title of an emperor in Chinese brackets', () => {
  for (const [name, text] of texts) assert.doesNotMatch(text, /[()]/, name)
  const essays = texts.get('gu-wen-guan-zhi.zh-Hans') ?? ''
  for (const byline of ['李密', '刘邦 《汉书》', '刘恒（汉文帝）', '左丘明 《左传》', '李斯'])
    assert.ok(
      essays.split('\n').some((line) => line.trim() === byline),
      byline,
    )
})
