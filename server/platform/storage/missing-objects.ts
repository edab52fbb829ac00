import { sql } from 'kysely'
import { pictureFile, pictureSizes } from '#shared/picture.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { isRestorableAt } from './referenced-keys.ts'
import type { Storage } from './storage.ts'
import { listTrashed } from './trash.ts'

interface MissingObject {
  key: string
  /** The book, user or other object that the stored object belongs to, in Chinese, such as `《边城》的封面`. */
  owner: string
  /** The key under which the trash still has the object; undefined if it is gone. */
  trashKey: string | undefined
}

/**
 * Lists the objects that rows refer to and the object store does not have. Plain texts are left out, because the site
 * makes them again when they are read. Texts that come with the program are left out too. Writes nothing.
 */
export async function listMissingObjects(db: Db, storage: Storage): Promise<MissingObject[]> {
  // The rows are read before the store is listed: an object is written before the row that refers to it, so no object
  // of these rows is missing only because it is just being written.
  const wanted = await listWantedObjects(db)
  for (const prefix of ['avatar/', 'cover/', 'original/', 'book/'])
    for await (const { key } of storage.list(prefix)) wanted.delete(key)
  if (wanted.size === 0) return []
  const trashed = await listTrashed(storage)
  return [...wanted].map(([key, owner]) => ({ key, owner, trashKey: trashed.get(key) }))
}

/** Moves the missing objects that the trash still has back to their keys. Returns how many were moved. */
export async function restoreFromTrash(storage: Storage, missing: MissingObject[]): Promise<number> {
  let count = 0
  for (const { key, trashKey } of missing) {
    if (trashKey === undefined) continue
    await storage.move(trashKey, key)
    count += 1
  }
  return count
}

/**
 * Returns the storage keys of all objects to which rows refer, each with the book, user or other owner of the object in
 * Chinese.
 */
async function listWantedObjects(db: Db): Promise<Map<string, string>> {
  const { rows: pictures } = await sql<{ kind: 'avatar' | 'cover'; stem: string; owner: string }>`
    select 'avatar' as kind, avatar_key as stem, '用户' || name || '的头像' as owner from "user" where avatar_key like 'avatar/%'
    union all select 'cover', cover, '《' || title || '》的封面' from book where cover like 'cover/%'
    union all select 'cover', edition.cover, '《' || book.title || '》一个版本的封面'
      from edition join book on book.id = book_id where edition.cover like 'cover/%'
    union all select 'cover', cover, '视频《' || title || '》的封面' from video where cover like 'cover/%'
    union all select 'cover', cover, '荐书《' || title || '》的封面' from recommendation where cover like 'cover/%'`.execute(
    db,
  )
  const { rows: texts } = await sql<{ key: string; owner: string }>`
    with text as (
      select book_id, storage_key, sha256, original_sha256, '的正文' as what from book_file where format = 'epub'
      union all
      select book_id, replaced_text.storage_key, replaced_text.sha256, replaced_text.original_sha256, '可以换回的旧正文'
      from replaced_text join book_file on book_file.id = file_id where ${isRestorableAt(new Date())}
    )
    select storage_key as key, '《' || title || '》' || what as owner from text join book on book.id = book_id
      where storage_key like 'book/%'
    union all
    select 'original/' || original_sha256, '《' || title || '》' || what || '（导入的原件）'
      from text join book on book.id = book_id where original_sha256 <> sha256`.execute(db)
  const wanted = new Map(texts.map(({ key, owner }) => [key, owner]))
  for (const { kind, stem, owner } of pictures)
    for (const size of pictureSizes[kind]) wanted.set(pictureFile(stem, size), owner)
  return wanted
}
