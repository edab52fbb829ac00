import * as z from 'zod/mini'
import type { Db } from '#server/db/schema.ts'
import { readSetting, writeSetting } from './setting-queries.ts'

/** Long enough for a rolling update; a version that comes back later was brought back on purpose. */
const rollingUpdateDays = 7
const Former = z.array(z.object({ fingerprint: z.string(), until: z.number() }))

/**
 * Whether the files that a name stands for need loading. Not if they are loaded; and not if another version took their
 * place within a week: then an older program has started again during a rolling update, and must not bring them back.
 */
export async function needsLoading(db: Db, name: string, fingerprint: string, now = Date.now()): Promise<boolean> {
  if ((await readSetting(db, name)) === fingerprint) return false
  const former = await readFormer(db, name)
  return !former.some(
    (one) => one.fingerprint === fingerprint && now - one.until < rollingUpdateDays * 24 * 3600 * 1000,
  )
}

/** Notes, in the transaction that loaded them, which version of the files is loaded now, and which was until now. */
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
