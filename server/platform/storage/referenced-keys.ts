import { sql } from 'kysely'
import { replacedTextDays } from '#shared/replaced-text.ts'
import type { Db } from '#server/platform/db/schema.ts'

/**
 * The number of days for which undoing an edit of a book restores its former cover. After that, the edit is undone
 * without the cover (see `bookUndos`).
 */
export const coverUndoDays = 365
/**
 * Days for which replaced covers are retained. The month beyond the undo period protects a cover that a running undo is
 * about to restore.
 */
const retainedForUndoDays = coverUndoDays + 30

/**
 * Returns the stored files that must not be deleted, because undoing an edit, a removal or a merge may need them.
 * A cover is identified by the key prefix of all its sizes, and the text of a book by the hash in its key. Undoing an
 * edit needs the former cover of the book for a year; removals and merges can be undone at any time.
 */
export async function listKeysForUndo(db: Db): Promise<Set<string>> {
  const found = sql`regexp_matches(text, 'cover/[0-9a-z_/-]+|[0-9a-f]{64}', 'g') as match`
  const { rows } = await sql<{ name: string }>`
    select distinct match[1] as name from (
      select detail::text as text from audit where undone_at is null and action not like 'library.%' and action not like 'video.%'
        and (action <> 'book.update' or create_time > now() - make_interval(days => ${retainedForUndoDays}))
      union all
      select loser_row::text || filled_values::text from merge where undone_at is null
      union all
      select merge_row.loser_row::text || coalesce(winner_row::text, '') || coalesce(result_row::text, '')
      from merge_row join merge on merge.id = merge_id where undone_at is null
      union all
      select former::text from recommendation where former is not null
    ) as texts, ${found}`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/** Returns those of the given covers that a book, an edition, a video or a recommendation uses. */
export async function listUsedCovers(db: Db, stems: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ cover: string }>`
    select cover from book where cover = any(${stems})
    union select cover from edition where cover = any(${stems})
    union select cover from video where cover = any(${stems})
    union select cover from recommendation where cover = any(${stems})`.execute(db)
  return new Set(rows.map(({ cover }) => cover))
}

/**
 * Takes storage keys of book texts or of their original files. Returns those that belong to a text in the library, or
 * to one that editors may put back, and must not be deleted.
 */
export async function listUsedTexts(db: Db, keys: string[]): Promise<Set<string>> {
  const originals = keys.flatMap((key) => (key.startsWith('original/') ? [key.slice('original/'.length)] : []))
  const { rows } = await sql<{ key: string }>`
    select storage_key as key from book_file where storage_key = any(${keys})
    union select 'original/' || original_sha256 from book_file where original_sha256 = any(${originals})
    union select storage_key from replaced_text where storage_key = any(${keys})
    union select text_key from replaced_text where text_key = any(${keys})
    union select 'original/' || original_sha256 from replaced_text where original_sha256 = any(${originals})`.execute(
    db,
  )
  return new Set(rows.map(({ key }) => key))
}

/** SQL condition on `replaced_text`: at the time `now`, editors may still restore the replaced text. */
export function isRestorableAt(now: Date) {
  const oldest = new Date(now.getTime() - replacedTextDays * 24 * 3600 * 1000)
  return sql<boolean>`replaced_text.replaced_at > ${oldest}`
}

/** Deletes the rows of replaced texts that editors can no longer put back. Their files then belong to no text. */
export async function deleteOldReplacedTexts(db: Db, now: Date) {
  await sql`delete from replaced_text where not ${isRestorableAt(now)}`.execute(db)
}

/**
 * Takes storage keys of avatars. Returns the keys of the current avatars of the same users, which must not be deleted.
 */
export async function listUsedAvatars(db: Db, files: string[]): Promise<Set<string>> {
  const ids = [...new Set(files.map((file) => file.split('/')[1] ?? ''))]
  const { rows } = await sql<{ avatarKey: string }>`
    select avatar_key from "user" where id::text = any(${ids}) and avatar_key <> ''`.execute(db)
  return new Set(rows.map(({ avatarKey }) => avatarKey))
}
