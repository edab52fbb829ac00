import * as z from 'zod/mini'
import type { Db } from '#server/platform/db/schema.ts'
import { readSetting } from '#server/platform/setting/setting-queries.ts'
import { deleteSetting, writeSetting } from '#server/platform/setting/write-setting.ts'

/** The name of the setting that exists while the new books of a large catalogue are being loaded. */
const setting = 'catalogUnfinished'
/**
 * The ids of the people and places that an interrupted load of a catalogue has written, and of the books that named
 * them before that load. The search entries of these books must be updated.
 */
const Unfinished = z.object({
  personIds: z.array(z.string()),
  placeIds: z.array(z.string()),
  bookIds: z.array(z.string()),
})
type Unfinished = z.infer<typeof Unfinished>

/** Returns what an unfinished load of the catalogue has written, or undefined if there is none. */
export async function readUnfinished(db: Db): Promise<Unfinished | undefined> {
  const stored = await readSetting(db, setting)
  return stored === undefined ? undefined : z.parse(Unfinished, JSON.parse(stored))
}

/**
 * Records that a load of the catalogue has written people and places and is not finished, together with those of an
 * earlier load that was killed. Must run in the transaction that wrote them.
 */
export async function noteUnfinished(db: Db, { personIds, placeIds, bookIds }: Unfinished) {
  const before = await readUnfinished(db)
  const all: Unfinished = {
    personIds: [...new Set([...(before?.personIds ?? []), ...personIds])],
    placeIds: [...new Set([...(before?.placeIds ?? []), ...placeIds])],
    bookIds: [...new Set([...(before?.bookIds ?? []), ...bookIds])],
  }
  await writeSetting(db, setting, JSON.stringify(all))
}

/** Returns what an unfinished load has written, and records that the load is finished. */
export async function takeUnfinished(db: Db): Promise<Unfinished> {
  const before = await readUnfinished(db)
  await deleteSetting(db, setting)
  return before ?? { personIds: [], placeIds: [], bookIds: [] }
}
