import * as z from 'zod/mini'
import type { Db } from '#server/db/schema.ts'
import { readSetting, writeSetting } from './setting-queries.ts'

/** Days for which a rolling update may take; a version that is started again later is a deliberate downgrade. */
const rollingUpdateDays = 7
const Former = z.array(z.object({ fingerprint: z.string(), until: z.number() }))

/**
 * Returns whether the files of a name must be loaded. They must not when they are loaded already, or when another
 * version replaced them within a week: then an older program was restarted during a rolling update and must not restore
 * its files.
 */
export async function needsLoading(db: Db, name: string, fingerprint: string, now = Date.now()): Promise<boolean> {
  if ((await readSetting(db, name)) === fingerprint) return false
  const former = await readFormer(db, name)
  return !former.some(
    (one) => one.fingerprint === fingerprint && now - one.until < rollingUpdateDays * 24 * 3600 * 1000,
  )
}

/**
 * Records which version of the files is loaded now and which was before. Must run in the transaction that loaded them.
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
