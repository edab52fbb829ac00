import { copyObject, copyObjects } from '#server/platform/storage/copy-objects.ts'
import { readObject, type ObjectStore } from '#server/platform/storage/storage.ts'
import { markKey, sitePrefixes } from './own-site.ts'

type Moving = Omit<Parameters<typeof copyObjects>[0], 'prefixes'>

/**
 * Copies all files of a site to another store, and at the end `site.json`, which marks the other store as belonging to
 * this site too. Throws an error with a Chinese sentence, before anything is written, if the other store belongs to
 * another site.
 */
export async function moveSiteFiles(moving: Moving) {
  const { from, to } = moving
  const [here, there] = [await readSiteId(from), await readSiteId(to)]
  if (there !== undefined && there !== here)
    throw new Error('目标存储属于另一个站点，什么也没有复制。请换一个空的存储。')
  const counts = await copyObjects({ ...moving, prefixes: sitePrefixes })
  // An existing `site.json` is not overwritten: the site may already use the other store and have written a newer mark
  // there.
  if (there === undefined) await copyObject(from, to, markKey)
  return counts
}

async function readSiteId(store: ObjectStore): Promise<string | undefined> {
  const found = await store.get(markKey)
  const bytes = found && (await readObject(found, 10_000))
  return bytes && (JSON.parse(String(bytes)) as { siteId?: string }).siteId
}
