import * as z from 'zod/mini'
import { freeBookSorts, textLengths } from '#shared/book-text.ts'
import { BookCard } from './book.ts'
import { BookFile, FileFormat } from './book-file.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { numberedPageOf, paging } from '#shared/api/paging.ts'
import { Tag, TagNames } from '#shared/api/tag/tag.ts'

export const FreeBookSort = z.enum(freeBookSorts, { error: '没有这种排序' })
export type FreeBookSort = z.infer<typeof FreeBookSort>

export const TextLength = z.enum(textLengths, { error: '没有这种篇幅' })
export type TextLength = z.infer<typeof TextLength>

/** A book whose text can be read on the site. */
export const LibraryBook = z.strictObject({ ...BookCard.shape, files: z.array(BookFile) })
export type LibraryBook = z.infer<typeof LibraryBook>

export const library = {
  freeBooks: endpoint({
    method: 'POST',
    path: '/library/freeBooks',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'List books whose text can be read here, filtered by tags, format and length, in pages',
    input: z.object({
      tags: z._default(TagNames, []),
      format: z.optional(FileFormat),
      length: z.optional(TextLength),
      sort: z._default(FreeBookSort, 'hot'),
      ...paging,
    }),
    output: numberedPageOf(LibraryBook),
  }),
  tags: endpoint({
    method: 'GET',
    path: '/library/tags',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'List the tags of books whose text can be read here, with the number of books',
    input: z.object({}),
    output: z.strictObject({ list: z.array(Tag) }),
  }),
}
