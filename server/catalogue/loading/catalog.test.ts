import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { geoContains, geoDistance } from 'd3-geo'
import type { Feature, MultiPolygon, Polygon, Position } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { provinces } from '#shared/province.ts'
import { copyCatalog, copySmallCatalog, openUnfilledDatabase } from '../../../test/catalog-copy.ts'
import { type CatalogPlace, listBookPlaceNames } from './catalog-schema.ts'
import { findStyleProblems } from './house-style.ts'
import { loadCatalog } from './load-catalog.ts'
import { readCatalog } from './read-catalog.ts'

const directory = resolve(import.meta.dirname, '../../../catalog')
/** The radius of the earth in kilometres. */
const earthRadius = 6371

test('the catalogue is valid and covers the whole world', async (t) => {
  const { catalog, problems } = await readCatalog(directory)
  assert.deepEqual([...problems, ...findStyleProblems(catalog)], [])
  const placed = catalog.books.flatMap((book) =>
    listBookPlaceNames(book).map((name) => catalog.places.get(name) as CatalogPlace),
  )
  assert.ok(catalog.books.length >= 320, `${catalog.books.length} books`)
  assert.ok(placed.length >= 700, `${placed.length} places of books`)
  assert.ok(new Set(placed.map(({ country }) => country)).size >= 70)
  assert.deepEqual([...new Set(placed.flatMap(({ province }) => province ?? []))].sort(), [...provinces].sort())

  await t.test('a sentence stands at 95 of 100 places that books write about', () => {
    const told = catalog.books.flatMap(({ places: { setting = [], subject = [] } }) => [...setting, ...subject])
    assert.ok(told.length > 1200, `${told.length} places`)
    const untold = told.filter(({ sentence }) => sentence === null)
    assert.ok(untold.length <= 0.05 * told.length, `${untold.length} of ${told.length} places without a sentence`)
  })

  await t.test('every place lies in its country or close to its border', () => {
    const shapes = countryShapes()
    const strays = [...catalog.places].filter(([, place]) => {
      const shape = place.country && shapes.get(place.country)
      return shape && kilometresOutside(shape, [place.lng, place.lat]) > 40
    })
    assert.deepEqual(
      strays.map(([name, place]) => `${name} ${JSON.stringify(place)}`),
      [],
    )
  })

  await t.test('towns have the same position in the catalogue and on the basemap', async () => {
    const isSame = (place: CatalogPlace, lng: number, lat: number) =>
      geoDistance([place.lng, place.lat], [lng, lat]) * earthRadius < 120
    const towns = (await readFile(join(directory, '../basemap/gazetteer.txt'), 'utf8')).split('\n')
    const shared = towns.flatMap((line) => {
      const [name = '', , lng, lat, country = ''] = line.split('|')
      const place = catalog.places.get(name)
      return country !== '' && place?.country === country ? [{ name, place, lng: Number(lng), lat: Number(lat) }] : []
    })
    assert.ok(shared.length > 200, `${shared.length} towns`)
    assert.deepEqual(
      shared.filter(({ place, lng, lat }) => !isSame(place, lng, lat)).map(({ name }) => name),
      [],
    )
  })

  await t.test('words that YAML 1.1 reads as true or false stand in quotes', async () => {
    for (const file of (await readdir(directory, { recursive: true })).filter((name) => name.endsWith('.yaml')))
      assert.doesNotMatch(
        await readFile(join(directory, file), 'utf8'),
        /[:,[{] *(?:no|yes|on|off|y|n) *(?:[,}\]]|$)/im,
        file,
      )
  })

  await t.test('all descriptions and reasons are unique', () => {
    for (const field of ['desc', 'reason'] as const) {
      const texts = catalog.books.map((book) => book[field])
      assert.equal(new Set(texts).size, texts.length, field)
    }
  })
})

test('mistakes in the catalogue are reported with the name of the entry', async (t) => {
  const copy = await copySmallCatalog(t)
  const entry = (changes: string) =>
    `- key: test-book\n  title: 某书\n  authors: [佚名]\n  desc: ${'字'.repeat(90)}\n  reason: ${'因'.repeat(30)}\n  tags: [散文, 乡土, 湘西]\n  places: { setting: [凤凰] }\n${changes}`
  const problemsOf = async (text: string) => {
    await writeFile(join(copy, 'books/zz-test.yaml'), text)
    const { catalog, problems } = await readCatalog(copy)
    return [...problems, ...findStyleProblems(catalog)]
  }
  assert.deepEqual(await problemsOf(entry('')), [])
  assert.match(
    (await problemsOf(entry("  editions: [{ isbn13: '9787020024758' }]"))).join(),
    /test-book.*isbn13.*校验位不对/,
  )
  for (const [changes, problem] of [
    ['publishedYear: 1934\n  editions: [{ year: 1933 }]', /第 1 个版本出版于 1933 年，早于/],
    ['editions: [{}, { translators: [某译] }]', /第 2 个版本有译者，而书没有写/],
    ['originalLanguage: zh\n  editions: [{ translators: [某译] }]', /第 1 个版本有译者，语言却和原文一样/],
    ['originalLanguage: en\n  editions: [{ translatedFrom: en }]', /第 1 个版本译自原文/],
  ] as const)
    assert.match((await problemsOf(entry(`  ${changes}`))).join(), problem)
  assert.match((await problemsOf(entry('').replace('佚名', '某人'))).join(), /test-book.*people 里没有「某人」/)
  assert.match((await problemsOf(entry('').replace('凤凰', '桃花源'))).join(), /test-book.*桃花源/)
  assert.match((await problemsOf(entry('').replace('乡土', '好看'))).join(), /test-book.*好看/)
  assert.match((await problemsOf(entry('').replace('字'.repeat(90), '短'))).join(), /test-book.*80–200/)
  assert.match((await problemsOf(entry('  colour: red'))).join(), /test-book/)
  assert.match((await problemsOf(entry('') + entry(''))).join(), /key 重复/)
  assert.match((await problemsOf('- key: [')).join(), /zz-test\.yaml/)
  await writeFile(join(copy, 'books/zz-test.yaml'), '')
  const placeProblems = async (place: string) => {
    await writeFile(join(copy, 'places/zz-test.yaml'), `某城: { lng: 35.2, lat: 31.8${place} }`)
    return (await readCatalog(copy)).problems.join()
  }
  assert.equal(await placeProblems(''), '', 'a place whose country is disputed has none')
  assert.match(await placeProblems(', country: 中国'), /某城.*两位国家代码/)
  assert.match(await placeProblems(', province: 湖南'), /某城.*中国的地点须写省份/)
  await rm(join(copy, 'places/zz-test.yaml'))
  for (const text of ['鲁迅: 周树人', '鲁迅: [', '']) {
    await writeFile(join(copy, 'aliases.yaml'), text)
    await assert.rejects(readCatalog(copy), /^Error: 书目里的 aliases\.yaml 不对：/)
  }
})

test('names and pins against the rules of the catalogue are reported', async (t) => {
  const copy = await copySmallCatalog(t)
  await mkdir(join(copy, 'people'), { recursive: true })
  const book = (key: string, changes: string) =>
    `- key: ${key}\n  title: ${key}\n  authors: [某人]\n  desc: ${'字'.repeat(90)}\n  reason: ${'因'.repeat(30)}\n  tags: [散文, 乡土, 湘西]\n${changes}`
  const person = '- key: mou-ren\n  name: 某人\n  desc: 写过一本书。\n'
  const problemsOf = async (changes: { places?: string; life?: string; second?: string; text?: string }) => {
    const { places = '{ setting: [凤凰] }', life = '', second = '', text = '' } = changes
    await writeFile(join(copy, 'people/zz-test.yaml'), person.replace('一本书。', `一本书。${text}`) + life)
    await writeFile(
      join(copy, 'books/zz-test.yaml'),
      `${book('one', `  places: ${places}`)}\n${second && book('two', `  places: ${second}`)}`,
    )
    const { catalog, problems } = await readCatalog(copy)
    return [...problems, ...findStyleProblems(catalog)].join()
  }
  assert.equal(await problemsOf({}), '')
  assert.match(await problemsOf({ life: '  born: { place: 凤凰 }' }), /one《one》：author 须为 凤凰/)
  assert.match(
    await problemsOf({ places: '{ setting: [凤凰], author: [北京] }', second: '{ setting: [凤凰], author: [凤凰] }' }),
    /two《two》：author 须为 北京/,
  )
  const told = (sentence: string) => problemsOf({ places: `{ setting: { 凤凰: ${sentence} } }` })
  assert.equal(await told('吊脚楼的窗下，黄狗等着渡船上的人回来。'), '')
  assert.equal(await told('{ quote: 床前明月光，疑是地上霜。举头望明月, from: 静夜思 }'), '')
  assert.match(await told('城边有河。'), /one 在凤凰：经纬句须为 15–60 字/)
  assert.match(await told('这本书值得慢慢读，不妨从渡船那一章开始。'), /one 在凤凰：经纬句.*不评说/)
  assert.match(await told('{ quote: 床前明月光 }'), /one/)
  assert.match(
    await problemsOf({ places: '{ setting: [凤凰], author: { 凤凰: 他的家乡在这里，他二十岁以前没有离开过 } }' }),
    /2–14 字/,
  )
  assert.match(await problemsOf({ life: '  names: { translated: [葉慈] }' }), /某人.*译名须用简体字：葉慈/)
  assert.match(await problemsOf({ life: '  ancestral: 湖南凤凰' }), /某人.*ancestral 不写省份/)
  assert.match(await problemsOf({ text: '他到过萨哈林。' }), /mou-ren.*萨哈林岛（库页岛）/)
  assert.match(await problemsOf({ text: '他到过符拉迪沃斯托克。' }), /mou-ren.*符拉迪沃斯托克（海参崴）/)
  assert.equal(await problemsOf({ text: '他在萨哈林岛（库页岛）写了《萨哈林旅行记》。' }), '')
})

test('loading twice changes nothing; an edited entry changes its book and no other', async (t) => {
  const db = await openUnfilledDatabase(t)
  const copy = await copyCatalog(t)
  const { catalog } = await readCatalog(copy)
  const [first, second] = await Promise.all([loadCatalog(db, copy, '知图'), loadCatalog(db, copy, '知图')])
  assert.equal(first + second, catalog.books.length)
  const before = await db.selectFrom('book').select(['id', 'catalogKey', 'desc', 'createTime']).orderBy('id').execute()
  assert.equal(before.length, catalog.books.length)

  const text = await readFile(join(directory, 'books/hunan-hubei.yaml'), 'utf8')
  await writeFile(
    join(copy, 'books/hunan-hubei.yaml'),
    text.replace(/(key: bian-cheng\n(?:.*\n)*? {2}desc: )/, '$1改过的。'),
  )
  assert.equal(await loadCatalog(db, copy, '知图'), 1)
  const after = await db.selectFrom('book').select(['id', 'catalogKey', 'desc', 'createTime']).orderBy('id').execute()
  const changed = after.filter((book, index) => JSON.stringify(book) !== JSON.stringify(before[index]))
  assert.deepEqual(
    changed.map(({ catalogKey }) => catalogKey),
    ['bian-cheng'],
  )
  assert.match(changed[0]?.desc ?? '', /^改过的。/)
  const reasons = await db
    .selectFrom('recommendation')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  assert.equal(reasons.count, catalog.books.length)
})

test('people and relations of the catalogue are loaded, and mistakes in them are reported', async (t) => {
  const db = await openUnfilledDatabase(t)
  const copy = await copySmallCatalog(t, ['hunan-hubei.yaml'])
  await mkdir(join(copy, 'people'), { recursive: true })
  const people = join(copy, 'people/zz-test.yaml')
  const person = (changes: string) => `- key: test-person\n  name: 某译者\n  desc: 译过一本书。\n${changes}`
  const problemsOf = async (text: string) => {
    await writeFile(people, text)
    return (await readCatalog(copy)).problems.join()
  }
  assert.match(await problemsOf(person('  born: { year: 1900, place: 桃花源 }')), /某译者.*桃花源/)
  assert.match(await problemsOf(person('  born: { year: 1900 }\n  died: { year: 1899 }')), /生年不能晚于卒年/)
  assert.match(await problemsOf(person('') + person('').replace('test-person', 'another')), /同名/)
  assert.match(await problemsOf(person('  names: { pen: [笔名, 笔名] }')), /写了两次/)
  const life = '  names: { pen: [某笔名] }\n  born: { year: -551, circa: true, place: 曲阜 }'
  assert.equal(await problemsOf(person(life)), '')
  const relations = join(copy, 'relations.yaml')
  const stored = await readFile(relations, 'utf8').catch(() => '[]')
  await writeFile(
    relations,
    '- { from: bian-cheng, kind: answers, to: no-such-book, sentence: 一句话说明两本书的关系。 }',
  )
  assert.match((await readCatalog(copy)).problems.join(), /no-such-book/)
  const related = (kind: string) =>
    writeFile(relations, `- { from: bian-cheng, kind: ${kind}, to: chang-he, sentence: 一句话说明两本书的关系。 }`)
  const kindsOf = async () =>
    (await db.selectFrom('bookRelation').select('kind').where('removedAt', 'is', null).execute()).map(
      ({ kind }) => kind,
    )
  await related('quotes')
  await loadCatalog(db, copy, '知图')
  assert.deepEqual(await kindsOf(), ['quotes'])
  await related('inspiredBy')
  await loadCatalog(db, copy, '知图')
  assert.deepEqual(await kindsOf(), ['inspiredBy'], 'a corrected kind replaces the former one')
  await db.updateTable('bookRelation').set({ editedAt: new Date() }).execute()
  await related('mentions')
  await loadCatalog(db, copy, '知图')
  assert.deepEqual((await kindsOf()).toSorted(), ['inspiredBy', 'mentions'], 'an edited relation stays')
  await writeFile(relations, stored)

  await loadCatalog(db, copy, '知图')
  const found = await db
    .selectFrom('person')
    .innerJoin('personName', 'personName.personId', 'person.id')
    .innerJoin('personPlace', 'personPlace.personId', 'person.id')
    .innerJoin('place', 'place.id', 'placeId')
    .select(['bornYear', 'bornCirca', 'personName.name', 'place.name as place', 'personPlace.kind'])
    .where('catalogKey', '=', 'test-person')
    .execute()
  assert.deepEqual(found, [{ bornYear: -551, bornCirca: true, name: '某笔名', place: '曲阜', kind: 'born' }])
  await db.updateTable('person').set({ editedAt: new Date() }).where('catalogKey', '=', 'test-person').execute()
  await writeFile(people, person('').replace('译过一本书', '译过两本书'))
  await loadCatalog(db, copy, '知图')
  const { desc } = await db
    .selectFrom('person')
    .select('desc')
    .where('catalogKey', '=', 'test-person')
    .executeTakeFirstOrThrow()
  assert.equal(desc, '译过一本书。', 'an edited person stays as the editor left it')
})

type Shape = Feature<Polygon | MultiPolygon>

/** Returns the shapes of countries from Natural Earth by country code; shapes that share a code are joined. */
function countryShapes(): Map<string, Shape> {
  const require = createRequire(import.meta.url)
  const topology = require('world-atlas/countries-10m.json') as Topology<{ countries: GeometryCollection }>
  const codes = require('i18n-iso-countries/codes.json') as [alpha2: string, alpha3: string, numeric: string][]
  const alpha2 = new Map(codes.map(([two, , numeric]) => [numeric, two]))
  const joined: Record<string, string> = { TW: 'CN', HK: 'CN', MO: 'CN', EH: 'MA' }
  const shapes = new Map<string, Shape>()
  for (const { id, geometry } of feature(topology, topology.objects.countries).features as Shape[]) {
    const countryCode = alpha2.get(String(id)) ?? ''
    for (const code of new Set([countryCode, joined[countryCode] ?? countryCode])) {
      const polygons = [...polygonsOf(shapes.get(code)?.geometry), ...polygonsOf(geometry)]
      shapes.set(code, { type: 'Feature', properties: {}, geometry: { type: 'MultiPolygon', coordinates: polygons } })
    }
  }
  return shapes.set('EH', shapes.get('MA') as Shape)
}

function polygonsOf(geometry?: Polygon | MultiPolygon): Position[][][] {
  if (geometry === undefined) return []
  return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
}

/**
 * Returns the distance in kilometres from a point to the nearest corner of a country's shape; zero for a point inside
 * the shape.
 */
function kilometresOutside(shape: Shape, point: Position): number {
  const at = [point[0] ?? 0, point[1] ?? 0] as [number, number]
  if (geoContains(shape, at)) return 0
  const corners = polygonsOf(shape.geometry).flat(2) as [number, number][]
  return corners.reduce((nearest, corner) => Math.min(nearest, geoDistance(at, corner)), Infinity) * earthRadius
}
