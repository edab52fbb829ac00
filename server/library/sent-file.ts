import { fail } from '#shared/api/failure.ts'
import { importPartBytes, maxImportBytes } from '#shared/import-size.ts'
import { readObject, type Storage } from '#server/storage/storage.ts'

/** Parts an editor may leave lying about; what is older than a day is swept. */
const maxLeft = 500

/** Parts lie among the raw uploads, each editor's by himself: whichever node may put the file together. */
export function partKey(userId: string, id: string, part: number) {
  return `upload/${userId}/text/${id}-${part}`
}

export async function keepPart(storage: Storage, key: string, bytes: Buffer) {
  if (bytes.length === 0 || bytes.length > importPartBytes) fail('tooLarge', '文件的一段太大了，请刷新页面再试')
  let left = 0
  for await (const _ of storage.list(key.replace(/[^/]*$/, ''))) left += 1
  if (left >= maxLeft) fail('tooMany', '有太多传上来而没有收下的文件，请先收下或放弃一些')
  await storage.put(key, bytes)
}

export async function readSent(
  storage: Storage,
  userId: string,
  { id, parts }: { id: string; parts: number },
): Promise<Buffer> {
  const chunks: Buffer[] = []
  for (let part = 0; part < parts; part++) {
    const found = await storage.get(partKey(userId, id, part))
    const bytes = found && (await readObject(found, importPartBytes))
    chunks.push(bytes ?? fail('missing', '文件没有传完，或已过了一天，请重新选择'))
  }
  const whole = Buffer.concat(chunks)
  return whole.length <= maxImportBytes ? whole : fail('tooLarge', '文件超过 50 MB，太大了')
}

export async function dropSent(storage: Storage, userId: string, { id, parts }: { id: string; parts: number }) {
  await storage.delete(...Array.from({ length: parts }, (_, part) => partKey(userId, id, part)))
}
