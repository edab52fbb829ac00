import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '#server/db/schema.ts'
import { answerFile } from '#server/http/answer-file.ts'

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
}
const refreshMs = 12 * 3_600_000

/**
 * Lets two versions of the site run behind one proxy, where a page from one node may request its scripts from another.
 * Every node stores its scripts and styles in the database when it starts, unless the site is read-only, and looks
 * there for names that it does not have.
 */
export function mountSharedAssets(
  app: FastifyInstance,
  { db, clientDirectory, isReadOnly }: { db: Db; clientDirectory: string; isReadOnly: boolean },
) {
  const publish = () =>
    publishAssets(db, clientDirectory).catch((error: unknown) =>
      app.log.warn({ err: error }, 'failed to store the assets in the database'),
    )
  let timer: NodeJS.Timeout | undefined
  app.addHook('onReady', async () => {
    if (isReadOnly) return
    await publish()
    timer = setInterval(() => void publish(), refreshMs).unref()
  })
  app.addHook('onClose', async () => clearInterval(timer))
  app.get<{ Params: { name: string } }>('/assets/:name', async (request, reply) => {
    const { name } = request.params
    const type = types[extensionOf(name)]
    const found = type === undefined ? undefined : await findAsset(db, name)
    if (type === undefined || found === undefined)
      return reply
        .code(404)
        .header('cache-control', 'no-cache')
        .type('text/plain; charset=utf-8')
        .send('没有这个文件\n')
    // The file name contains the hash of the content, so the content never changes.
    reply.header('cache-control', 'public, max-age=31536000, immutable')
    return answerFile({ etag: `"${name}"`, type, isGzipped: true, open: () => found.body }, request, reply)
  })
}

/**
 * Stores the scripts and styles of a build that the database lacks, and deletes those that no node has used for a
 * month.
 */
export async function publishAssets(db: Db, clientDirectory: string) {
  const directory = join(clientDirectory, 'assets')
  const names = (await readdir(directory)).filter((name) => Object.hasOwn(types, extensionOf(name)))
  const known = await db
    .updateTable('asset')
    .set({ usedAt: sql<Date>`now()` })
    .where('name', '=', sql<string>`any(${names})`)
    .returning('name')
    .execute()
  const there = new Set(known.map(({ name }) => name))
  for (const name of names.filter((one) => !there.has(one))) {
    const body = await readFile(join(directory, `${name}.gz`))
    await db
      .insertInto('asset')
      .values({ name, body })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  await db
    .deleteFrom('asset')
    .where('usedAt', '<', sql<Date>`now() - interval '30 days'`)
    .execute()
}

function findAsset(db: Db, name: string) {
  return db.selectFrom('asset').select('body').where('name', '=', name).executeTakeFirst()
}

function extensionOf(name: string): string {
  return /^[\w.-]{1,100}\.(js|css)$/.exec(name)?.[1] ?? ''
}
