import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '#server/platform/db/schema.ts'
import type { Bundle } from './bundle.ts'
import { answerSharedAsset, isAssetName, shareAssets } from './shared-assets.ts'

interface Options {
  db: Db
  bundle: Bundle
  isReadOnly: boolean
}

/** Serves the scripts, styles and pictures that the build of the web pages produced. In development there are none. */
export async function mountBuiltFiles(app: FastifyInstance, { db, bundle, isReadOnly }: Options) {
  const { clientDirectories } = bundle
  const [newest] = clientDirectories
  if (newest === undefined) return
  await app.register(fastifyStatic, {
    root: clientDirectories,
    wildcard: false,
    globIgnore: ['assets/**'],
    preCompressed: true,
    index: false,
    cacheControl: false,
    // File names in `assets` contain the hash of their content; all other names stay the same when the content changes.
    setHeaders: (reply, path) =>
      reply.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      ),
  })
  // One route serves all scripts and styles, because a route for each of the thousand files would take memory.
  const directories = await listDirectories(clientDirectories)
  app.get<{ Params: { name: string } }>('/assets/:name', (request, reply) => {
    const { name } = request.params
    const directory = directories.get(name)
    return directory === undefined ? answerSharedAsset(db, request, reply) : reply.sendFile(name, directory)
  })
  if (!isReadOnly) shareAssets(app, db, join(newest, 'assets'))
}

/** Returns for the file name of each script and style the directory of the newest build that contains it. */
async function listDirectories(clientDirectories: string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const directory of clientDirectories.map((client) => join(client, 'assets')).toReversed())
    for (const name of await readdir(directory)) if (isAssetName(name)) found.set(name, directory)
  return found
}
