import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '#server/platform/db/schema.ts'
import { answerFile } from '#server/http/server/answer-file.ts'

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
}
const refreshMs = 12 * 3_600_000

/**
 * Stores the scripts and styles of this node in the database when it starts, and again every twelve hours. Thus two
 * versions of the site can run behind one proxy, where a page from one node may request its scripts from another.
 */
export function shareAssets(app: FastifyInstance, db: Db, directory: string) {
  const publish = () =>
    publishAssets(db, directory).catch((error: unknown) =>
      app.log.warn({ err: error }, 'failed to store the assets in the database'),
    )
  let timer: NodeJS.Timeout | undefined
  app.addHook('onReady', async () => {
    await publish()
    timer = setInterval(() => void publish(), refreshMs).unref()
  })
  app.addHook('onClose', async () => clearInterval(timer))
}

/** Answers with a script or style that another node has stored in the database, or with the status 404. */
export async function answerSharedAsset(
  db: Db,
  request: FastifyRequest<{ Params: { name: string } }>,
  reply: FastifyReply,
) {
  const { name } = request.params
  const type = types[extensionOf(name)]
  const found = type === undefined ? undefined : await findAsset(db, name)
  if (type === undefined || found === undefined)
    return reply.code(404).header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send('没有这个文件\n')
  // The file name contains the hash of the content, so the content never changes.
  reply.header('cache-control', 'public, max-age=31536000, immutable')
  return answerFile({ etag: `"${name}"`, type, compression: 'gzip', open: () => found.body }, request, reply)
}

/** Returns whether a file name can be that of a script or style sheet. */
export function isAssetName(name: string): boolean {
  return Object.hasOwn(types, extensionOf(name))
}

/**
 * Stores the scripts and styles of a build that the database lacks, and deletes those that no node has used for a
 * month.
 */
export async function publishAssets(db: Db, directory: string) {
  const names = (await readdir(directory)).filter(isAssetName)
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
