import * as z from 'zod/mini'
import { described } from '#shared/api/described.ts'
import { fileFormats } from '#shared/book-text.ts'
import { Id } from '#shared/api/text.ts'

export const FileFormat = z.enum(fileFormats, { error: '没有这种格式' })
export type FileFormat = z.infer<typeof FileFormat>

/** One text file of a book, served at `/book/{book}/file/{id}.{format}`. */
export const BookFile = z.strictObject({
  id: Id,
  format: FileFormat,
  language: described('Language code of the text, such as `zh-Hans` or `zh-Hant`.', z.string()),
  title: z.string(),
  size: described('Size of the file in bytes.', z.int()),
  countCharacters: z.int(),
  rights: described('One sentence that says why the text is free of copyright.', z.string()),
  source: z.string(),
})
export type BookFile = z.infer<typeof BookFile>
