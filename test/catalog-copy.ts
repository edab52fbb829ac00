import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestContext } from 'node:test'

/** A catalogue of the test's own to write in. */
export async function copyCatalog(t: Pick<TestContext, 'after'>): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'zhitu-catalog-'))
  t.after(() => rm(copy, { recursive: true }))
  await cp(resolve(import.meta.dirname, '../catalog'), copy, { recursive: true })
  return copy
}
