import { fail } from '#shared/api/failure.ts'
import { importPartBytes, maxImportBytes } from '#shared/import-size.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { readObject, type Storage } from '#server/platform/storage/storage.ts'
import { releaseUpload, reserveUpload } from '#server/account/upload/upload-reservation.ts'

/**
 * The number of uploaded parts that an editor may have in the storage. A job deletes parts that are older than a day.
 */
const maxLeft = 600
const maxParts = maxImportBytes / importPartBytes

/** Returns the storage key of an uploaded part. All nodes share the storage, so that any node can assemble the file. */
function partKey(userId: string, id: string, part: number) {
  return `upload/${userId}/text/${id}-${part}`
}

/**
 * Stores one part of an uploaded file. The first part is accepted only while the editor's limit of parts leaves room
 * for a file of the largest size. A later part is accepted only if the first part exists and the limit is not reached.
 * Throws otherwise.
 */
export async function storePart(
  { db, storage }: { db: Db; storage: Storage },
  { userId, id, part }: { userId: string; id: string; part: number },
  bytes: Buffer,
) {
  if (bytes.length === 0) fail('invalid', '文件是空的')
  if (bytes.length > importPartBytes) fail('tooLarge', '文件的一段太大了，请刷新页面再试')
  const key = partKey(userId, id, part)
  if (part > 0) await requirePart(storage, partKey(userId, id, 0))
  const limit = part > 0 ? maxLeft : maxLeft - maxParts + 1
  const target = { prefix: `upload/${userId}/text/`, key, limit }
  const reservation =
    (await reserveUpload({ db, storage }, target)) ??
    fail('tooMany', '有太多传上来而没有导入的文件，请先导入或放弃一些')
  try {
    await storage.put(key, bytes)
  } finally {
    await releaseUpload(db, reservation)
  }
}

async function requirePart(storage: Storage, key: string) {
  const found = await storage.get(key, { start: 0, end: 0 })
  found?.body.destroy()
  if (found === undefined) fail('missing', '文件的前一段不在了，请重新选择文件')
}

export async function readUploadedFile(
  storage: Storage,
  userId: string,
  { id, parts }: { id: string; parts: number },
  onPart: (part: number) => Promise<void> = async () => undefined,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  for (let part = 0; part < parts; part++) {
    await onPart(part)
    const found = await storage.get(partKey(userId, id, part))
    const bytes = found && (await readObject(found, importPartBytes))
    chunks.push(bytes ?? fail('missing', '没有收到这个文件：它没有传完、是空的，或已过了一天，请重新选择'))
  }
  const whole = Buffer.concat(chunks)
  return whole.length <= maxImportBytes ? whole : fail('tooLarge', '文件超过 50 MB，太大了')
}

export async function deleteUploadedFile(
  storage: Storage,
  userId: string,
  { id, parts }: { id: string; parts: number },
) {
  await storage.delete(...Array.from({ length: parts }, (_, part) => partKey(userId, id, part)))
}
