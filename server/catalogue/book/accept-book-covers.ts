import type { BookDraft } from '#shared/api/book/book-draft.ts'
import { Failure } from '#shared/api/failure.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { acceptPicture, deletePicture } from '#server/account/upload/accept-picture.ts'

interface Covers {
  userId: string
  draft: BookDraft
  /** The book before the edit, whose covers the draft may contain; null for a new book. */
  known: BookDraft | null
}

/**
 * Converts the covers that an editor has uploaded for a book and its editions to pictures, and calls `write` with the
 * draft that has their storage keys. Deletes the pictures if `write` fails. Throws, with the path of the field, if a
 * cover is neither a picture that the editor has uploaded nor a cover that the book has.
 */
export async function withBookCovers<T>(
  storage: Storage,
  { userId, draft, known }: Covers,
  write: (draft: BookDraft) => Promise<T>,
): Promise<T> {
  const stored = new Set(known === null ? [] : coversOf(known))
  const accepted = new Map<string, string>()
  const accept = async (cover: string | null, path: string) => {
    if (cover === null || stored.has(cover)) return cover
    const key =
      accepted.get(cover) ?? (await withPath(path, acceptPicture(storage, { userId, kind: 'cover', upload: cover })))
    accepted.set(cover, key)
    return key
  }
  try {
    const cover = await accept(draft.cover, 'cover')
    const editions: BookDraft['editions'] = []
    for (const [at, edition] of draft.editions.entries())
      editions.push({ ...edition, cover: await accept(edition.cover, `editions.${at}.cover`) })
    return await write({ ...draft, cover, editions })
  } catch (error) {
    for (const key of accepted.values()) await deletePicture(storage, key)
    throw error
  }
}

function coversOf({ cover, editions }: BookDraft): string[] {
  return [cover, ...editions.map((edition) => edition.cover)].filter((key) => key !== null)
}

/**
 * If the promise is rejected with a `Failure`, adds to the failure the path of the field of the draft that caused it,
 * so that the form shows the message at this field.
 */
function withPath<T>(path: string, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error
    throw new Failure(error.kind, error.message, { fields: { [path]: error.message } }, { cause: error })
  })
}
