import * as z from 'zod/mini'
import { SeenText, TextChoiceInput } from '#shared/api/book/imported-text.ts'
import { noTextChoice } from '#shared/text-choice.ts'
import { text, Id } from '#shared/api/text.ts'
import { defineJob } from '#server/platform/jobs/define-job.ts'

/**
 * The timeout of an import job in seconds: enough to read the 50 parts of an upload from a slow storage, to run the
 * child process within its own limit, and to write the results.
 */
const timeoutSeconds = 300

/**
 * The job that checks an uploaded file: whether it can be imported, and into which book. Checking and storing have
 * separate queues, so that storing a file never waits until a hundred other files are checked.
 */
export const judgeImportJob = defineJob({
  name: 'library.judge',
  payload: z.object({ importId: Id }),
  timeoutSeconds,
  queue: 'library.judge',
})

/** The job that stores a checked file as the text of a book, after the editor has decided. */
export const storeImportJob = defineJob({
  name: 'library.keep',
  payload: z.object({
    importId: Id,
    bookId: z.nullable(Id),
    replaces: z._default(z.nullable(SeenText), null),
    replaceWithShorter: z._default(z.boolean(), false),
    rights: text(4, 120),
    source: text(0, 200),
    text: z._default(TextChoiceInput, noTextChoice),
  }),
  timeoutSeconds,
  queue: 'library.keep',
})
