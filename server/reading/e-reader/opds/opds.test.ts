import { topic } from '#server/platform/cache/topics.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { v7 as newId } from 'uuid'
import * as z from 'zod/mini'
import { OpdsFeed, type OpdsLink, OpdsPublication } from '../../../../test/opds-schema.ts'
import { startTestSite } from '../../../../test/test-site.ts'
import { invalidate } from '#server/platform/cache/changes.ts'
import { childrenOf, findAll, findFirst, readXml, textOf, type XmlElement } from '#server/engines/epub/xml-tree.ts'

const origin = 'http://books.test'
const navigation = 'application/atom+xml;profile=opds-catalog;kind=navigation'
const acquisition = 'application/atom+xml;profile=opds-catalog;kind=acquisition'
const openAccess = 'http://opds-spec.org/acquisition/open-access'

type Publication = z.infer<typeof OpdsPublication>

test('the catalogue for e-readers', async (t) => {
  const { url, db, newUser } = await startTestSite(t)
  const holder = await newUser('陆小雅')
  const shelfKey = await holder.api.kosync.create({})
  const basic = ({ name, password }: { name: string; password: string }) => ({
    authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
  })
  const fetchAt = async (address: string, init: RequestInit = {}) => {
    assert.ok(address.startsWith(`${origin}/`), `${address} is whole`)
    const path = address.slice(origin.length)
    const headers = /^\/opds(\/v2)?\/shelf/.test(path) ? basic(shelfKey) : {}
    const answer = await fetch(url + path, { headers, ...init })
    assert.equal(answer.status, 200, address)
    return answer
  }
  const readAtom = async (address: string) => {
    const answer = await fetchAt(address)
    const feed = readXml(await answer.text()).children.find(
      (node): node is XmlElement => node.type === 'tag' && (node.name === 'feed' || node.name === 'entry'),
    )
    assert.ok(feed)
    return { type: answer.headers.get('content-type') ?? '', feed }
  }
  const readJson = async (address: string) => {
    const answer = await fetchAt(address)
    assert.equal(answer.headers.get('content-type'), 'application/opds+json')
    const read = OpdsFeed.safeParse(await answer.json())
    assert.ok(read.success, `${address}: ${JSON.stringify(read.error?.issues)}`)
    return read.data
  }
  const linksOf = (node: XmlElement) => childrenOf(node, 'link').map(({ attribs }) => attribs as Record<string, string>)
  const withText = await db.selectFrom('bookFile').select('bookId').distinct().execute()
  for (const [at, state] of (['want', 'reading', 'read'] as const).entries())
    await holder.api.shelf.put({ bookId: withText[at]?.bookId ?? '', state, note: '' })
  const seen = { images: new Map<string, string>(), files: new Map<string, string>() }

  await t.test('in OPDS 1.2 leads to every book, has no dead link and satisfies the specification', async () => {
    const queue = [{ href: `${origin}/opds`, type: navigation }]
    const asked = new Set(queue.map(({ href }) => href))
    const books = new Set<string>()
    for (const { href, type } of queue) {
      const { feed, type: sent } = await readAtom(href)
      assert.equal(sent, type, href)
      const wanted = sent.includes('type=entry') ? 'entry' : 'feed'
      assert.equal(feed.name, wanted)
      for (const name of ['id', 'title', 'updated', 'author'])
        assert.equal(childrenOf(feed, name).length >= 1, true, `${name} of ${href}`)
      assert.ok(
        linksOf(feed).some((link) => link.rel === 'self' && link.href === href && link.type === type),
        href,
      )
      const entries = wanted === 'entry' ? [feed] : childrenOf(feed, 'entry')
      assert.ok(entries.length > 0, href)
      for (const entry of entries) {
        assert.match(textOf(findFirst(entry, 'updated')), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
        const links = linksOf(entry)
        const acquired = links.filter(({ rel }) => rel === openAccess)
        assert.equal(acquired.length > 0, sent !== navigation, `acquisition links in ${href}`)
        if (acquired.length === 0) assert.equal(childrenOf(entry, 'content').length, 1)
        else {
          const id = textOf(findFirst(entry, 'id'))
          assert.match(id, /^urn:uuid:[\da-f-]{36}$/)
          books.add(id)
          for (const name of ['language', 'rights', 'summary', 'author', 'category'])
            assert.ok(findFirst(entry, name), `${name} of ${id}`)
          const uris = findAll(entry, 'uri').map((uri) => textOf(uri))
          assert.ok(uris.every((uri) => uri.startsWith('http://books.test/person/')))
          assert.equal(findFirst(entry, 'summary')?.attribs['type'], 'text')
        }
        for (const link of links) {
          if (link['rel']?.includes('/image')) seen.images.set(link['href'] ?? '', link['type'] ?? '')
          if (link['rel'] === openAccess) seen.files.set(link['href'] ?? '', link['type'] ?? '')
        }
      }
      // The OPDS list of a tag has the same filter links (facets) as the list of all free books, so its filter links
      // are not followed.
      const feedLinks = linksOf(feed).filter(
        ({ rel }) => rel !== 'http://opds-spec.org/facet' || !href.includes('tag='),
      )
      for (const link of [...feedLinks, ...entries.flatMap(linksOf)])
        if (link['type']?.startsWith('application/atom+xml;') && !asked.has(link['href'] ?? '')) {
          asked.add(link['href'] ?? '')
          queue.push({ href: link['href'] ?? '', type: link['type'] })
        }
    }
    assert.equal(books.size, withText.length)
  })

  await t.test('in OPDS 2.0 leads to the same books and satisfies its schemas', async () => {
    const queue = [`${origin}/opds/v2`]
    const asked = new Set(queue)
    const books = new Map<string, Publication>()
    /** For each URL of a list of books, the number of books that the links to the list state. */
    const promised = new Map<string, number>()
    const follow = ({ href, type, properties, ...link }: OpdsLink) => {
      if (type !== 'application/opds+json' || 'templated' in link) return
      if (href.includes('/books?') && properties?.numberOfItems !== undefined)
        promised.set(href, properties.numberOfItems)
      if (asked.has(href)) return
      asked.add(href)
      queue.push(href)
    }
    for (const href of queue) {
      const feed = await readJson(href)
      const { numberOfItems = 0 } = feed.metadata
      assert.ok(feed.links.some((link) => link.rel === 'self' && link.href === href))
      if (href.includes('/books?')) assert.ok(feed.publications && numberOfItems >= feed.publications.length, href)
      assert.equal(promised.get(href) ?? numberOfItems, numberOfItems, href)
      for (const book of [
        ...(feed.publications ?? []),
        ...(feed.groups ?? []).flatMap((group) => group.publications),
      ]) {
        books.set(book.metadata.identifier, book)
        const people = book.metadata.author?.flatMap(({ links = [] }) => links) ?? []
        assert.ok(
          people.every(
            ({ href, type }) => /^http:\/\/books.test\/person\/[\da-f-]{36}$/.test(href) && type === 'text/html',
          ),
        )
        assert.ok(book.links.some(({ rel }) => rel === openAccess))
        assert.ok(book.images.every(({ type }) => type === 'image/jpeg'))
      }
      // There are many lists of tags, so filter links (facets) are followed only from the smallest ones, where a
      // language without books is most likely.
      const isFollowed = !href.includes('tag=') || (numberOfItems === 1 && !href.includes('language='))
      const facets = isFollowed ? (feed.facets ?? []).flatMap(({ links }) => links) : []
      const chosen = href.includes('tag=') ? facets.filter(({ href }) => href.includes('language=')) : facets
      for (const link of [...feed.links, ...(feed.navigation ?? []), ...chosen]) follow(link)
      for (const { links } of feed.groups ?? []) links.forEach(follow)
    }
    assert.equal(books.size, withText.length)
    for (const { metadata, links } of books.values()) {
      const self = links.find(({ rel }) => rel === 'self')
      const whole = await fetchAt(self?.href ?? '')
      assert.equal(whole.headers.get('content-type'), 'application/opds-publication+json')
      assert.equal(OpdsPublication.parse(await whole.json()).metadata.title, metadata.title)
      for (const link of links)
        if (link.rel === openAccess) assert.equal(seen.files.get(link.href), link.type, link.href)
    }
  })

  await t.test('has JPEG covers, and files of the declared type', async () => {
    assert.equal(seen.images.size, withText.length * 2)
    // The large covers are the same drawings as the small ones, so only a few large covers are requested.
    const images = [...seen.images].filter(([href], at) => href.includes('small') || at < 6)
    for (const [href, type] of images) {
      const answer = await fetchAt(href)
      assert.equal(answer.headers.get('content-type'), type)
      assert.equal(answer.headers.get('cross-origin-resource-policy'), 'cross-origin')
      assert.deepEqual([...new Uint8Array(await answer.arrayBuffer()).subarray(0, 3)], [0xff, 0xd8, 0xff])
    }
    for (const [href, type] of seen.files) {
      const answer = await fetchAt(href, { method: 'HEAD' })
      assert.equal(answer.headers.get('content-type')?.split(';')[0], type, href)
    }
  })

  for (const sort of ['hot', 'new', 'short', 'long'])
    await t.test(`contains every book once on its pages: ${sort}`, async () => {
      const titles: string[] = []
      let href: string | undefined = `${origin}/opds/v2/books?sort=${sort}`
      while (href !== undefined) {
        const feed: z.infer<typeof OpdsFeed> = await readJson(href)
        assert.equal(feed.metadata.numberOfItems, withText.length)
        titles.push(...(feed.publications ?? []).map(({ metadata }) => metadata.identifier))
        href = feed.links.find(({ rel }) => rel === 'next')?.href
      }
      assert.equal(titles.length, withText.length)
      assert.equal(new Set(titles).size, withText.length)
    })

  await t.test('can be searched by title, pinyin and author through the template of either format', async () => {
    const description = readXml(await (await fetchAt(`${origin}/opds/search.xml`)).text())
    const template = findAll(description, 'Url'.toLowerCase())[0]?.attribs
    assert.equal(template?.['type'], acquisition)
    const json = (await readJson(`${origin}/opds/v2`)).links.find(({ rel }) => rel === 'search')
    assert.ok(json && 'templated' in json)
    for (const words of ['论语', '論語', 'lunyu']) {
      const { feed } = await readAtom(template?.['template']?.replace('{searchTerms}', encodeURIComponent(words)) ?? '')
      assert.equal(textOf(findFirst(childrenOf(feed, 'entry')[0], 'title')), '论语')
      const found = await readJson(json.href.replace('{?query}', `?query=${encodeURIComponent(words)}`) ?? '')
      assert.equal(found.publications?.[0]?.metadata.title, '论语')
    }
    const none = await readJson(`${origin}/opds/v2/search?q=${encodeURIComponent('zzqqxx')}`)
    assert.deepEqual([none.publications, none.metadata.numberOfItems], [undefined, 0])
    assert.deepEqual(none.navigation?.[0]?.href, `${origin}/opds/v2`)
    const { feed } = await readAtom(`${origin}/opds/search?q=`)
    assert.equal(childrenOf(feed, 'entry').length, 0)
  })

  await t.test('refuses unknown parameters', async () => {
    const { id } = await db
      .selectFrom('book')
      .select('id')
      .where(
        'id',
        'not in',
        withText.map(({ bookId }) => bookId),
      )
      .limit(1)
      .executeTakeFirstOrThrow()
    for (const [path, status] of [
      ['/books?sort=best', 400],
      ['/books?cursor=x', 400],
      ['/books?tag=a&tag=b', 400],
      ['/books?tag=%E6%B2%A1%E6%9C%89', 404],
      ['/tags/author', 404],
      [`/book/${id}`, 404],
      ['/book/x', 404],
      [`/search?q=${'x'.repeat(101)}`, 400],
      ['/search?q=x&page=0', 400],
    ] as const)
      for (const root of ['/opds', '/opds/v2']) assert.equal((await fetch(url + root + path)).status, status, path)
    for (const name of [`${id}-huge.jpg`, `${id}.jpg`, 'x-small.jpg', '%2e%2e-small.jpg'])
      assert.equal((await fetch(`${url}/opds/cover/${name}`)).status, 404, name)
  })

  await t.test('escapes every title, and is invalidated when a title changes', async () => {
    const id = withText[0]?.bookId ?? ''
    const title = `]]><script>alert('1')</script> & "引号" \u000b《书》`
    await db.transaction().execute(async (db) => {
      await db
        .updateTable('book')
        .set({ title, authors: ['<b>&amp;'] })
        .where('id', '=', id)
        .execute()
      await invalidate(db, topic.books, topic.book(id))
    })
    const readEntry = async () => {
      const { feed } = await readAtom(`${origin}/opds/book/${id}`)
      return [textOf(findFirst(feed, 'title')), textOf(findFirst(findFirst(feed, 'author'), 'name'))]
    }
    while ((await readEntry())[1] !== '<b>&amp;') await new Promise(setImmediate)
    assert.deepEqual(await readEntry(), [title.replace('\u000b', ''), '<b>&amp;'])
    assert.ok(!(await (await fetchAt(`${origin}/opds/book/${id}`)).text()).includes('<script>'))
  })

  await t.test('shows the main edition of a free book', async () => {
    const id = withText[1]?.bookId ?? ''
    await db.transaction().execute(async (db) => {
      await db.deleteFrom('edition').where('bookId', '=', id).execute()
      const facts = { publisher: '商务印书馆', year: 1987, isbn13: '9787100000017', translators: ['杨绛'] }
      await db
        .insertInto('edition')
        .values({ id: newId(), bookId: id, position: 0, ...facts })
        .execute()
      await invalidate(db, topic.books, topic.book(id))
    })
    const read = async () =>
      OpdsPublication.parse(await (await fetchAt(`${origin}/opds/v2/book/${id}`)).json()).metadata
    while ((await read()).publisher?.name !== '商务印书馆') await new Promise(setImmediate)
    const { altIdentifier, translator } = await read()
    assert.deepEqual([altIdentifier, translator], [['urn:isbn:9787100000017'], [{ name: '杨绛' }]])
    const { feed } = await readAtom(`${origin}/opds/book/${id}`)
    assert.deepEqual(
      ['identifier', 'publisher', 'issued'].map((name) => textOf(findFirst(feed, name))),
      ['urn:isbn:9787100000017', '商务印书馆', '1987'],
    )
  })

  await t.test('satisfies the schemas without books, and offers no filters that lead to nothing', async () => {
    const tag = await db.selectFrom('tag').select(['name', 'kind']).limit(1).executeTakeFirstOrThrow()
    await db.transaction().execute(async (db) => {
      await db.deleteFrom('bookFile').execute()
      await invalidate(db, topic.books)
    })
    while ((await readJson(`${origin}/opds/v2`)).groups) await new Promise(setImmediate)
    for (const path of ['/tags', `/tags/${tag.kind}`, '/books', `/books?tag=${tag.name}`, '/search?q=x', '/search']) {
      const { publications, navigation, facets } = await readJson(`${origin}/opds/v2${path}`)
      assert.deepEqual([publications, navigation?.[0]?.rel, facets], [undefined, 'start', undefined], path)
      assert.ok(
        !linksOf((await readAtom(`${origin}/opds${path}`)).feed).some(({ rel }) => rel?.endsWith('/facet')),
        path,
      )
    }
  })
})
