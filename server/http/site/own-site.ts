import { v7 as newId } from 'uuid'
import * as z from 'zod/mini'
import { fail } from '#shared/api/failure.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { lockUntilCommit } from '#server/platform/db/with-lock.ts'
import { readObject, type Storage } from '#server/platform/storage/storage.ts'
import { readSetting } from '#server/platform/setting/setting-queries.ts'
import { deleteSetting, writeSetting } from '#server/platform/setting/write-setting.ts'
import { restoredSetting } from './read-only-site.ts'
import { findIdentity, listDifferences, type SiteIdentity, type Installation } from './site-identity.ts'

/** The key of the stored object that says which site the object store belongs to. */
export const markKey = 'site.json'
const idSetting = 'siteId'
const identitySetting = 'siteIdentity'
/**
 * The key prefixes in the object store below which the site stores all its objects: pictures, book texts, uploads and
 * the trash.
 */
export const sitePrefixes = ['avatar/', 'cover/', 'original/', 'book/', 'text/', 'upload/', 'trash/']

const Identity = z.object({ database: z.string(), folder: z.string(), publicUrl: z.string() })
const Mark = z.extend(Identity, { siteId: z.string() })
type Mark = z.output<typeof Mark>

export interface OwnSiteParts {
  db: Db
  storage: Storage
  installation: Installation
}

/**
 * Checks whether this process runs on a copy of the site, which must neither delete from the object store nor make
 * backups or send mails by itself. Returns the reason in words for the operator, or undefined when the database and the
 * object store belong to this site. The first start of a site writes the same identity to both; a copy of the database,
 * or of the database and the store together, differs from it in at least one part.
 */
export async function findCopyReason({ db, storage, installation }: OwnSiteParts): Promise<string | undefined> {
  const here = await findIdentity(db, installation)
  return inTransaction(db, async (db) => {
    await lockUntilCommit(db, 'site identity')
    const { why, newMark } = await compareMarks(db, storage, here)
    if (newMark !== undefined) await writeMark(db, storage, newMark)
    return why
  })
}

/** Does the same as `findCopyReason` and writes nothing. */
export async function readCopyReason({ db, storage, installation }: OwnSiteParts): Promise<string | undefined> {
  return (await compareMarks(db, storage, await findIdentity(db, installation))).why
}

/**
 * Compares the marks in the database and in the object store with this installation. Returns why it is a copy, or the
 * mark that the original site must write to both, or neither if its mark is up to date.
 */
async function compareMarks(db: Db, storage: Storage, here: SiteIdentity): Promise<{ why?: string; newMark?: Mark }> {
  const [siteId, mark] = [await readSetting(db, idSetting), await readMark(storage)]
  if (siteId === undefined) {
    if (mark !== undefined) return { why: `存储属于另一个站点（${mark.publicUrl}）` }
    return { newMark: { siteId: newId(), ...here } }
  }
  if (mark === undefined && !(await isEmpty(storage))) return { why: '存储里有文件，却没有本站的标记' }
  if (mark !== undefined && mark.siteId !== siteId) return { why: `存储属于另一个站点（${mark.publicUrl}）` }
  const known = mark ?? (await readIdentity(db))
  const differing = known === undefined ? [] : listDifferences(known, here)
  if (differing.length > 0)
    return { why: `这里的${differing.join('、')}与标记不同，看来是 ${known?.publicUrl ?? '原来的站点'} 的副本` }
  return mark === undefined || mark.publicUrl !== here.publicUrl ? { newMark: { siteId, ...here } } : {}
}

/**
 * Returns whether the database belongs to a site whose object store is empty and without a mark, as on a node with a
 * folder of its own or after the operator has configured another store. `findCopyReason` then marks the store.
 */
export async function isStoreMissing({ db, storage }: Pick<OwnSiteParts, 'db' | 'storage'>): Promise<boolean> {
  if ((await readSetting(db, idSetting)) === undefined) return false
  return (await readMark(storage)) === undefined && isEmpty(storage)
}

export const adoptHint =
  '不清理存储，不自动备份，也不给读者寄消息邮件。如果这里才是正式的站点，请运行 npm run adopt 确认一次'

/**
 * Throws an error, which ends the calling background job, unless the database and the object store provably belong to
 * this site.
 */
export async function requireOriginalSite(parts: OwnSiteParts) {
  const why = await findCopyReason(parts)
  if (why !== undefined) fail('conflict', `${why}：${adoptHint}`)
}

/**
 * Makes this installation the owner of the database and the object store. Any other running installation counts as a
 * copy from then on. A site that was restored from a backup is no longer read-only after its next start.
 */
export async function adoptSite({ db, storage, installation }: OwnSiteParts): Promise<{ wasRestored: boolean }> {
  const here = await findIdentity(db, installation)
  return inTransaction(db, async (db) => {
    await lockUntilCommit(db, 'site identity')
    await writeMark(db, storage, { siteId: newId(), ...here })
    return { wasRestored: await deleteSetting(db, restoredSetting) }
  })
}

async function readMark(storage: Storage): Promise<Mark | undefined> {
  const found = await storage.get(markKey)
  if (found === undefined) return undefined
  const bytes = await readObject(found, 10_000)
  return z.parse(Mark, JSON.parse(bytes?.toString() ?? ''))
}

async function readIdentity(db: Db): Promise<SiteIdentity | undefined> {
  const found = await readSetting(db, identitySetting)
  return found === undefined ? undefined : z.parse(Identity, JSON.parse(found))
}

/**
 * Writes the new site identity to the object store before the database. If the process is killed in between, no
 * database has this identity, and the operator must run the command again.
 */
async function writeMark(db: Db, storage: Storage, { siteId, ...here }: Mark) {
  await storage.put(markKey, Buffer.from(JSON.stringify({ siteId, ...here })))
  await writeSetting(db, idSetting, siteId)
  await writeSetting(db, identitySetting, JSON.stringify(here))
}

async function isEmpty(storage: Storage): Promise<boolean> {
  for (const prefix of sitePrefixes) for await (const _ of storage.list(prefix)) return false
  return true
}
