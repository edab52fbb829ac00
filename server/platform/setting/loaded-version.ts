import * as z from 'zod/mini'
import type { Db } from '#server/platform/db/schema.ts'
import { readSetting } from './setting-queries.ts'
import { writeSetting } from './write-setting.ts'

/**
 * The longest duration of a rolling update, in days. If an older version of the server is started later than this, the
 * operator is assumed to want the older version.
 */
const rollingUpdateDays = 7
const Former = z.array(z.object({ fingerprint: z.string(), until: z.number() }))

/**
 * Returns whether data files that come with the server, such as the catalogue, must be loaded into the database. They
 * must not if this version of the files is loaded already, or if another version replaced it within the last week: in
 * this case, an older server was restarted during a rolling update and must not load its older files again.
 */
export async function needsLoading(db: Db, name: string, fingerprint: string, now = Date.now()): Promise<boolean> {
  if ((await readSetting(db, name)) === fingerprint) return false
  const former = await readFormer(db, name)
  return !former.some(
    (one) => one.fingerprint === fingerprint && now - one.until < rollingUpdateDays * 24 * 3600 * 1000,
  )
}

/**
 * Records which version of the data files is loaded now and which version was loaded before. Must run in the
 * transaction that loaded the files.
 */
export async function recordLoaded(db: Db, name: string, fingerprint: string, now = Date.now()) {
  const last = await readSetting(db, name)
  const others = (await readFormer(db, name)).filter((one) => one.fingerprint !== fingerprint).slice(-9)
  const former = last === undefined || last === fingerprint ? others : [...others, { fingerprint: last, until: now }]
  await writeSetting(db, `${name}Former`, JSON.stringify(former))
  await writeSetting(db, name, fingerprint)
}

async function readFormer(db: Db, name: string) {
  return z.parse(Former, JSON.parse((await readSetting(db, `${name}Former`)) ?? '[]'))
}
