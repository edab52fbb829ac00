import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPlace } from './find-locator.ts'
import { readXml } from '#server/engines/epub/xml-tree.ts'
import { toXPointer } from './to-x-pointer.ts'

const document = readXml(`<html><head><title>甲</title></head><body>
<h1>第一章</h1>
<div><p>天地玄黄</p><p>宇宙 <b>洪荒</b>日月<!-- 注 -->盈昃</p></div>
<p>  𠀀寒来
暑往</p>
</body></html>`)

test('a locator becomes the place that KOReader calls by the same elements and characters', () => {
  for (const [locator, pointer] of [
    ['epubcfi(/6/6!/4/2)', '/body/DocFragment[3]/body/h1[1].0'],
    ['epubcfi(/6/6!/4/4/2/1:2)', '/body/DocFragment[3]/body/div[1]/p[1]/text()[1].2'],
    ['epubcfi(/6/6!/4/4/4,/1:1,/3:1)', '/body/DocFragment[3]/body/div[1]/p[2]/text()[1].1'],
    ['epubcfi(/6/6!/4/4/4/2/1:1)', '/body/DocFragment[3]/body/div[1]/p[2]/b[1]/text()[1].1'],
    ['epubcfi(/6/6!/4/4/4/3:3)', '/body/DocFragment[3]/body/div[1]/p[2]/text()[3].1'],
    // The engine counts the character outside the basic plane once, and the line break and the indent not at all.
    ['epubcfi(/6/6!/4/6/1:7)', '/body/DocFragment[3]/body/p[1]/text()[1].4'],
    ['epubcfi(/6/6!/4/6/9:4)', '/body/DocFragment[3]/body/p[1].0'],
    ['epubcfi(/6/6!/4/44/2)', '/body/DocFragment[3]/body.0'],
    ['epubcfi(/6/6!/2/2)', '/body/DocFragment[3]/body'],
  ] as const) {
    const place = readPlace(locator)
    assert.equal(place && toXPointer(document, place.section, place.start), pointer, locator)
  }
})

test('a fraction of a section becomes the character before which that share of its text lies', () => {
  assert.equal(toXPointer(document, 0, 0), '/body/DocFragment[1]/body/h1[1]/text()[1].0')
  // The words have 3, 4, 3, 2, 2, 2 and 8 characters, with the white space between them.
  assert.equal(toXPointer(document, 0, 0.25), '/body/DocFragment[1]/body/div[1]/p[1]/text()[1].3')
  assert.equal(toXPointer(document, 0, 1), '/body/DocFragment[1]/body/p[1]/text()[1].5')
  assert.equal(toXPointer(null, 4, 0.5), '/body/DocFragment[5]/body')
  assert.equal(toXPointer(readXml('<html><body/></html>'), 4, 0.5), '/body/DocFragment[5]/body.0')
})
