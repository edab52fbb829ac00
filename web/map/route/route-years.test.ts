import assert from 'node:assert/strict'
import { readFileSync, globSync } from 'node:fs'
import { test } from 'node:test'
import { yearsOfPeriod } from './route-years.ts'

test('the years of a route are read from the words of its period', () => {
  const years = (period: string) => {
    const found = yearsOfPeriod(period)
    return found && [found.from, found.to]
  }
  assert.deepEqual(years('前 2 世纪—10 世纪'), [-200, 999])
  assert.deepEqual(years('8—13 世纪'), [700, 1299])
  assert.deepEqual(years('1264—1358 年'), [1264, 1358])
  assert.deepEqual(years('前 212 年—18 世纪'), [-212, 1799])
  assert.deepEqual(years('17 世纪末—20 世纪中叶'), [1680, 1959])
  assert.deepEqual(years('1869—20 世纪 60 年代'), [1869, 1969])
  assert.deepEqual(years('20 世纪 30 年代至今'), [1930, Infinity])
  assert.deepEqual(years('1984 年至今，2006 年通拉萨'), [1984, Infinity])
  assert.deepEqual(years('1934 年 10 月—1936 年 10 月'), [1934, 1936])
  assert.deepEqual(years('1938 年 2 月—4 月'), [1938, 1938])
  assert.deepEqual(years('传说，约前 12 世纪'), [-1200, -1101])
  assert.deepEqual(years('前 2 千纪—4 世纪'), [-2000, 399])
  assert.deepEqual(years('17 世纪初（小说）'), [1600, 1619])
  assert.equal(years('传说'), null)
})

test('every route of the catalogue names its years', () => {
  const periods = globSync('catalog/routes/*.yaml').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^ +period: (.+)$/gm)].map(([, period = '']) => period),
  )
  assert.ok(periods.length > 80)
  for (const period of periods) {
    const years = yearsOfPeriod(period)
    assert.ok(years !== null && years.from <= years.to && years.from > -5000 && years.from < 2100, period)
  }
})
