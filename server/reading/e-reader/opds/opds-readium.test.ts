import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as shared from '@readium/shared'
import { startTestSite } from '../../../../test/test-site.ts'

/**
 * The part of the interface of the reading library Readium that this test uses. Readium's own type declarations import
 * files without extensions, which TypeScript does not resolve here.
 */
interface Readium {
  Links: { deserialize(json: unknown): ReadiumLinks | undefined }
  Metadata: { deserialize(json: unknown): ReadiumMetadata | undefined }
}
interface ReadiumLinks {
  items: ReadiumLink[]
  findWithRel(rel: string): ReadiumLink | undefined
  filterByRel(rel: string): ReadiumLink[]
  everyIsBitmap(): boolean
}
interface ReadiumLink {
  href: string
  width?: number
  height?: number
  mediaType: { isPublication: boolean }
  templateParameters: Set<string>
  expandTemplate(values: Record<string, string>): ReadiumLink
}
interface ReadiumMetadata {
  title: LocalizedString
  identifier?: string
  modified?: Date
  languages?: string[]
  authors?: { items: { name: LocalizedString }[] }
}
interface LocalizedString {
  getTranslation(): string
}
const { Links, Metadata } = shared as unknown as Readium

interface Feed {
  metadata: unknown
  links: unknown
  navigation?: unknown
  publications?: { metadata: unknown; links: unknown; images: unknown }[]
}

test('Readium’s models read the OPDS 2.0 catalogue, find every book with files and covers, and search it', async (t) => {
  const { url, visitor } = await startTestSite(t)
  const fetchAt = async (href: string) => (await fetch(href.replace('http://books.test', url))).json() as Promise<Feed>
  const linksOf = (json: unknown) => Links.deserialize(json) ?? assert.fail('links that Readium does not read')
  const openBooks = ({ publications = [] }: Feed) =>
    publications.map(({ metadata, links, images }) => {
      const parsedMetadata = Metadata.deserialize(metadata) ?? assert.fail('metadata that Readium does not read')
      assert.ok(parsedMetadata.languages?.includes('zh-Hans'))
      assert.ok(parsedMetadata.identifier && parsedMetadata.modified)
      const covers = linksOf(images)
      assert.ok(covers.everyIsBitmap() && covers.items.every(({ width, height }) => width && height))
      const files = linksOf(links).filterByRel('http://opds-spec.org/acquisition/open-access')
      assert.ok(files.some(({ mediaType }) => mediaType.isPublication))
      return {
        title: parsedMetadata.title.getTranslation(),
        authors: parsedMetadata.authors?.items.map(({ name }) => name.getTranslation()),
      }
    })

  const start = await fetchAt(`${url}/opds/v2`)
  assert.ok(Metadata.deserialize(start.metadata)?.title.getTranslation())
  const all = linksOf(start.navigation).items.find(({ href }) => href.endsWith('/books?sort=short'))
  const books: ReturnType<typeof openBooks> = []
  for (let href = all?.href; href !== undefined;) {
    const feed = await fetchAt(href)
    books.push(...openBooks(feed))
    href = linksOf(feed.links).findWithRel('next')?.href
  }
  const { total } = await visitor.library.freeBooks({ limit: 1 })
  assert.equal(new Set(books.map(({ title, authors }) => `${title} ${authors?.join()}`)).size, books.length)
  assert.equal(books.length, total)

  const search = linksOf(start.links).findWithRel('search') ?? assert.fail('no search')
  assert.deepEqual([...search.templateParameters], ['query'])
  const found = openBooks(await fetchAt(search.expandTemplate({ query: '诗经' }).href))
  assert.equal(found[0]?.title, '诗经')
})
