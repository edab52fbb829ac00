import * as z from 'zod/mini'
import { described } from '#shared/api/described.ts'
import { importPartBytes, maxImportBytes } from '#shared/import-size.ts'
import { BookFile } from './book-file.ts'
import { ChapterPreview, SeenText, TextChoiceInput } from './imported-text.ts'
import { TextChanges } from './text-changes.ts'
import { noTextChoice } from '#shared/text-choice.ts'
import { endpoint } from '#shared/api/endpoint.ts'
import { Id, text, Time } from '#shared/api/text.ts'

/** A file that an editor uploads for import. Its parts were sent to `/library/import/{id}/{part}` before. */
const uploadedFile = {
  id: Id,
  name: text(1, 255),
  parts: z
    .int()
    .check(z.minimum(1, '文件是空的'), z.maximum(maxImportBytes / importPartBytes, '文件超过 50 MB，太大了')),
}

/** The result of checking an uploaded file, with the metadata that was read from the file. */
export const ImportVerdict = z.strictObject({
  kind: z.enum(['new', 'same', 'replaces', 'refused']),
  message: described('The result of the check of an uploaded file, in one Chinese sentence.', z.string()),
  warnings: z.array(z.string()),
  title: z.string(),
  authors: z.array(z.string()),
  language: z.string(),
  countChapters: z.int(),
  countCharacters: z.int(),
  bookId: described('The existing book to which the uploaded file certainly belongs, or null.', z.nullable(Id)),
  candidates: z.array(z.strictObject({ id: Id, title: z.string(), authors: z.array(z.string()) })),
  rights: described(
    'The reason why the text is free of copyright, if the existing book already states one; otherwise empty.',
    z.string(),
  ),
  replaces: described(
    'The stored text with the same title and language that an uploaded file may replace. `isShorter` is true if the uploaded file has less than 60 % of its characters, so that it replaces the stored text only with `replaceWithShorter`.',
    z.nullable(z.strictObject({ ...SeenText.shape, isShorter: z.boolean() })),
  ),
  isSample: described(
    'Whether words such as 试读 mark the uploaded file as an excerpt of a book, which replaces a stored text only with `replaceWithShorter`.',
    z.boolean(),
  ),
})
export type ImportVerdict = z.infer<typeof ImportVerdict>

/** The result of importing a file into the library: `kind` is `same` if the library already had this file. */
export const StoredImport = z.strictObject({ kind: z.enum(['new', 'same', 'replaces']), bookId: Id, fileId: Id })
export type StoredImport = z.infer<typeof StoredImport>

/** A file that an editor has uploaded, with the state of its import. */
export const ImportEntry = z.strictObject({
  id: Id,
  name: z.string(),
  state: described(
    'The state of the import: `judging` while the server checks the uploaded file, `judged` when the import waits for the editor’s decision, `storing` and `stored` while and after the text is added to the library. A `failed` import may be started again.',
    z.enum(['judging', 'judged', 'storing', 'stored', 'failed']),
  ),
  progress: described('Progress of the running import job, from 0 to 1.', z.number()),
  message: described(
    'The current step of the import job, or the reason of its failure, in one Chinese sentence.',
    z.string(),
  ),
  verdict: z.nullable(ImportVerdict),
  stored: z.nullable(StoredImport),
})
export type ImportEntry = z.infer<typeof ImportEntry>

const ImportedFile = z.strictObject({
  ...BookFile.shape,
  version: SeenText.shape.version,
  former: described(
    'The text that the last import replaced, which can be put back until `until`; null if there is none.',
    z.nullable(z.strictObject({ title: z.string(), countCharacters: z.int(), replacedAt: Time, until: Time })),
  ),
  bookId: Id,
  bookTitle: z.string(),
  createTime: Time,
})
export type ImportedFile = z.infer<typeof ImportedFile>

export const libraryAdmin = {
  judge: endpoint({
    method: 'POST',
    path: '/library/import/{id}/judge',
    access: 'editor',
    effect: 'write',
    timeout: 60,
    rate: null,
    summary: 'Start a background job that checks an uploaded file; the verdict appears in the list of imports',
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
    summary:
      'Start a background job that adds a checked file to the library; without `bookId` to none of the books that its verdict named, but to a new one, or to one that another import has just created',
    input: z.object({
      id: Id,
      bookId: z.nullable(Id),
      replaces: described(
        'The stored text that the import replaces, in the version that the editor saw; null if the import replaces nothing. Another version is not replaced: the call answers with a conflict.',
        z._default(z.nullable(SeenText), null),
      ),
      replaceWithShorter: described(
        'Whether the stored text is replaced even by a text of less than 60 % of its characters, or by an excerpt.',
        z._default(z.boolean(), false),
      ),
      rights: text(4, 120),
      source: z._default(text(0, 200), ''),
      text: z._default(TextChoiceInput, noTextChoice),
    }),
    output: z.strictObject({ jobId: Id }),
  }),
  previewChapters: endpoint({
    method: 'POST',
    path: '/library/import/{id}/chapters',
    access: 'editor',
    effect: 'read',
    timeout: 60,
    rate: null,
    summary: 'Show the chapters into which an uploaded plain text would be divided, and the other possible choices',
    input: z.object({
      id: Id,
      text: z._default(TextChoiceInput, noTextChoice),
      sought: described('Text that the wanted lines contain; empty seeks none.', z._default(text(0, 60), '')),
    }),
    output: ChapterPreview,
  }),
  compareTexts: endpoint({
    method: 'POST',
    path: '/library/import/{id}/changes',
    access: 'editor',
    effect: 'read',
    timeout: 120,
    rate: null,
    summary: 'Show what would change if an uploaded file replaced a stored text, also for highlights and positions',
    input: z.object({ id: Id, fileId: Id, text: z._default(TextChoiceInput, noTextChoice) }),
    output: TextChanges,
  }),
  imports: endpoint({
    method: 'GET',
    path: '/library/import',
    access: 'editor',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'List the user’s imports of the last day in upload order, with their progress',
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
    summary: 'Remove an import from the list and delete the uploaded file; a text already in the library stays',
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
    summary: 'List texts that editors have imported, the latest first',
    input: z.object({}),
    output: z.strictObject({ list: z.array(ImportedFile) }),
  }),
  restoreText: endpoint({
    method: 'POST',
    path: '/library/file/{fileId}/restore',
    access: 'editor',
    effect: 'write',
    timeout: 15,
    rate: null,
    summary: 'Put back the text that an import replaced in the last 30 days; the present text is retained in its place',
    input: SeenText,
    output: z.strictObject({}),
  }),
  removeFile: endpoint({
    method: 'DELETE',
    path: '/library/file/{id}',
    access: 'editor',
    effect: 'write',
    timeout: 60,
    rate: null,
    summary: 'Remove an imported text from the library',
    input: z.object({ id: Id }),
    output: z.strictObject({}),
  }),
}
