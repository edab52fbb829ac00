import sharp from 'sharp'
import { drawCover } from '#server/engines/cover/draw-cover.ts'
import type { Catalog } from '#server/catalogue/loading/read-catalog.ts'
import type { CatalogBook } from '#server/catalogue/loading/catalog-schema.ts'

type Kind = 'form' | 'subject' | 'era' | 'region'

/**
 * Draws the cover for an EPUB file: the same picture as the site shows for the book, in a picture format that every
 * e-reader supports.
 */
export async function drawEpubCover(book: CatalogBook, { tags }: Catalog): Promise<Buffer> {
  const kindOf = (name: string) => (Object.keys(tags) as Kind[]).find((kind) => tags[kind].includes(name)) ?? 'subject'
  const svg = await drawCover({
    id: book.key,
    title: book.title,
    subtitle: book.subtitle ?? null,
    authors: book.authors,
    tags: book.tags.map((name) => ({ name, kind: kindOf(name) })),
    era: book.era ? { from: book.era[0], to: book.era[1] } : null,
    publishedYear: book.publishedYear ?? null,
  })
  return sharp(Buffer.from(svg)).flatten({ background: '#fff' }).jpeg({ quality: 78, mozjpeg: true }).toBuffer()
}
