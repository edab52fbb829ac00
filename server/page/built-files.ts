import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Bundle } from './bundle.ts'

/** Serves the scripts, styles and pictures that the build of the web pages produced. In development there are none. */
export async function mountBuiltFiles(app: FastifyInstance, { clientDirectories }: Bundle) {
  if (clientDirectories.length === 0) return
  await app.register(fastifyStatic, {
    root: clientDirectories,
    wildcard: false,
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
}
