import type { FastifyInstance } from 'fastify'
import { fail } from '#shared/api/failure.ts'
import { isConnectedId } from '#shared/connected-id.ts'
import { topic } from '#server/cache/topics.ts'
import type { Db } from '#server/db/schema.ts'
import { missing, svg } from '#server/http/file-answers.ts'
import type { PublicAnswers } from '#server/http/public-answers.ts'
import { drawGlobe } from '#server/map/picture/draw-globe.ts'
import { globeCenter } from '#server/map/picture/globe-center.ts'
import { connectNodes } from './connect-nodes.ts'

/** Mounts the picture of a path on the globe, `/globe/connect/{from}/{to}.svg`. */
export function mountConnectFiles(app: FastifyInstance, { db, answers }: { db: Db; answers: PublicAnswers }) {
  app.get<{ Params: { from: string; to: string } }>('/globe/connect/:from/:to.svg', async (request, reply) => {
    const { from, to } = request.params
    if (!isConnectedId(from) || !isConnectedId(to)) fail('missing', '没有这样的两端')
    await answers.send(`/globe/connect/${from}/${to}.svg`, request, reply, async (dependsOn) => {
      dependsOn(topic.books, topic.people, topic.relations, topic.marks)
      const { path } = await connectNodes(db, from, to)
      if (path === null) return missing('这两端没有连上')
      const line = path.points
      const marks = line.map(({ lng, lat }) => ({ lng, lat, weight: 1 }))
      return svg(drawGlobe({ center: globeCenter(marks), marks, line, isSmall: true }))
    })
  })
}
