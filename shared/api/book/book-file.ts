import * as z from 'zod/mini'
import { fileFormats } from '#shared/book-text.ts'
import { Id } from '#shared/api/text.ts'

export const FileFormat = z.enum(fileFormats, { error: '没有这种格式' })
export type FileFormat = z.infer<typeof FileFormat>

/** One text of a book, at `/book/{book}/file/{id}.{format}`. */
export const BookFile = z.strictObject({
  id: Id,
  format: FileFormat,
  /** `zh-Hans`, `zh-Hant`… */
  language: z.string(),
  title: z.string(),
  /** Bytes. */
  size: z.int(),
  countCharacters: z.int(),
  /** Why the text is free, and where it is from. */
  rights: z.string(),
  source: z.string(),
})
export type BookFile = z.infer<typeof BookFile>
