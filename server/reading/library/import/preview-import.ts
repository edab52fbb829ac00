import type { ChapterPreview } from '#shared/api/book/imported-text.ts'
import type { TextChoice } from '#shared/text-choice.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { ConcurrencyLimit } from '#server/engines/concurrency-limit.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { previewInChildProcess } from './run-reading-process.ts'
import { requireImport } from './import-queries.ts'
import { readUploadedFile } from './uploaded-file.ts'

/** A node previews one file at a time, because a long text takes several times its size in memory. */
const previewing = new ConcurrencyLimit({ running: 1, waiting: 10, busyMessage: '现在分章的文件很多，请过一会儿再试' })

interface Preview {
  id: string
  text: TextChoice
  sought: string
}

/**
 * Returns the chapters into which an editor's uploaded text would be divided, and writes nothing. Throws `missing` for
 * another editor's file, and `invalid` for a file that is no plain text.
 */
export async function previewImport(
  { db, storage }: { db: Db; storage: Storage },
  editorId: string,
  { id, text, sought }: Preview,
): Promise<ChapterPreview> {
  const sent = await requireImport(db, editorId, id)
  return previewing.run(async () => {
    const bytes = await readUploadedFile(storage, editorId, sent)
    return previewInChildProcess({ name: sent.name, bytes, choice: text, sought })
  })
}
