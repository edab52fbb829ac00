import * as z from 'zod/mini'
import { freeBookSorts, textLengths } from '#shared/book-text.ts'
import { importPartBytes, maxImportBytes } from '#shared/import-size.ts'
import { BookCard } from './book.ts'
import { BookFile, FileFormat } from './book-file.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { pageOf, paging } from '#shared/api/paging.ts'
import { Tag, TagNames } from '#shared/api/tag/tag.ts'
import { Id, text, Time } from '#shared/api/text.ts'

export const FreeBookSort = z.enum(freeBookSorts, { error: '没有这种排序' })
export type FreeBookSort = z.infer<typeof FreeBookSort>

export const TextLength = z.enum(textLengths, { error: '没有这种篇幅' })
export type TextLength = z.infer<typeof TextLength>

/** A book whose text is here. */
export const LibraryBook = z.strictObject({ ...BookCard.shape, files: z.array(BookFile) })
export type LibraryBook = z.infer<typeof LibraryBook>

/** A file in parts, as it was sent to `/library/import/{id}/{part}`. */
const uploadedFile = {
  id: Id,
  name: text(1, 255),
  parts: z
    .int()
    .check(z.minimum(1, '文件是空的'), z.maximum(maxImportBytes / importPartBytes, '文件超过 50 MB，太大了')),
}

/** What would become of a file, and whose text it seems to be. */
export const ImportVerdict = z.strictObject({
  kind: z.enum(['new', 'same', 'replaces', 'refused']),
  /** In a sentence. */
  message: z.string(),
  warnings: z.array(z.string()),
  title: z.string(),
  authors: z.array(z.string()),
  language: z.string(),
  countChapters: z.int(),
  countCharacters: z.int(),
  /** The book it is a text of, if that is beyond doubt. */
  bookId: z.nullable(Id),
  candidates: z.array(z.strictObject({ id: Id, title: z.string(), authors: z.array(z.string()) })),
  /** Why its book is free, where that is known. */
  rights: z.string(),
  /** The text of the same title and language that it may replace, and whether that one is so much longer that it should stay. */
  replaces: z.nullable(z.strictObject({ fileId: Id, isMuchLonger: z.boolean() })),
})
export type ImportVerdict = z.infer<typeof ImportVerdict>

/** The outcome of an import: `same` where the library had it already. */
export const StoredImport = z.strictObject({ kind: z.enum(['new', 'same', 'replaces']), bookId: Id, fileId: Id })
export type StoredImport = z.infer<typeof StoredImport>

/** A file that an editor has sent, on its way into the library. */
export const ImportEntry = z.strictObject({
  id: Id,
  name: z.string(),
  /** `judged` waits for the editor; `failed` may be started again. */
  state: z.enum(['judging', 'judged', 'storing', 'stored', 'failed']),
  /** Progress of the running job, from 0 to 1. */
  progress: z.number(),
  /** The present step, or the reason of a failure, in a sentence. */
  message: z.string(),
  verdict: z.nullable(ImportVerdict),
  stored: z.nullable(StoredImport),
})
export type ImportEntry = z.infer<typeof ImportEntry>

const ImportedFile = z.strictObject({
  ...BookFile.shape,
  bookId: Id,
  bookTitle: z.string(),
  createTime: Time,
})
export type ImportedFile = z.infer<typeof ImportedFile>

export const library = {
  freeBooks: endpoint({
    method: 'POST',
    path: '/library/freeBooks',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'Books whose text is here, by tags, format and length, a page at a time',
    input: z.object({
      tags: z._default(TagNames, []),
      format: z.optional(FileFormat),
      length: z.optional(TextLength),
      sort: z._default(FreeBookSort, 'hot'),
      ...paging,
    }),
    output: pageOf(LibraryBook),
  }),
  tags: endpoint({
    method: 'GET',
    path: '/library/tags',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'Tags of the books whose text is here, with how many carry each',
    input: z.object({}),
    output: z.strictObject({ list: z.array(Tag) }),
  }),
  judge: endpoint({
    method: 'POST',
    path: '/library/import/{id}/judge',
    access: 'editor',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Start to judge a file that was sent, in a background job; the verdict is in the list of imports',
    input: z.object(uploadedFile),
    output: z.strictObject({ jobId: Id }),
  }),
  store: endpoint({
    method: 'POST',
    path: '/library/import/{id}/store',
    access: 'editor',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Start to bring a judged file into the library, in a background job; without a book it makes one',
    input: z.object({
      id: Id,
      bookId: z.nullable(Id),
      /** The text to replace, as the verdict named it; without it nothing is replaced. */
      replaces: z._default(z.nullable(Id), null),
      rights: text(4, 120),
      source: z._default(text(0, 200), ''),
    }),
    output: z.strictObject({ jobId: Id }),
  }),
  imports: endpoint({
    method: 'GET',
    path: '/library/import',
    access: 'editor',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'One’s own imports of the last day, in the order in which they were sent, with how far each has come',
    input: z.object({}),
    output: z.strictObject({ list: z.array(ImportEntry) }),
  }),
  removeImport: endpoint({
    method: 'DELETE',
    path: '/library/import/{id}',
    access: 'editor',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Take an import off the list, with what was sent; a text that is in the library stays there',
    input: z.object({ id: Id }),
    output: z.strictObject({}),
  }),
  importedFiles: endpoint({
    method: 'GET',
    path: '/library/imported',
    access: 'editor',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'Texts that editors brought in, the latest first',
    input: z.object({}),
    output: z.strictObject({ list: z.array(ImportedFile) }),
  }),
  removeFile: endpoint({
    method: 'DELETE',
    path: '/library/file/{id}',
    access: 'editor',
    effect: 'write',
    timeout: 60,
    rate: null,
    summary: 'Takes a text that an editor brought in out of the library',
    input: z.object({ id: Id }),
    output: z.strictObject({}),
  }),
}
