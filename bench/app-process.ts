import type { Call, Transport } from '#shared/contract/client.ts'
import { PublicAnswers } from '#server/http/server/public-answers.ts'
import type { Bundle } from '#server/pages/rendering/bundle.ts'
import { PageCache } from '#server/platform/cache/page-cache.ts'
import type { Connection } from '#server/platform/db/open-database.ts'
import { answerParent, cpuMs } from './bench-process.ts'
import { createTestApp, publicUrl } from './test-app.ts'

export type AppQuestion =
  | { do: 'listen'; isCached: boolean; connection?: Connection; runsJobs?: boolean }
  | { do: 'cpu' }
  | { do: 'prepareRenders' }
  | { do: 'render'; path: string; way: RenderWay; count: number }
/**
 * The work that is timed: `app` is the rendering of a page that is not cached, with its API calls; `react` is React
 * alone, with recorded API answers.
 */
export type RenderWay = 'app' | 'react'
type Make = Parameters<PublicAnswers['send']>[3]

const recorded = new Map<string, Awaited<ReturnType<Transport>>>()
const makes = new Map<string, Make>()
let bundle: Bundle
let app: Awaited<ReturnType<typeof createTestApp>>

/**
 * Runs the production app in a child process of a benchmark: either it listens, with or without a page cache, or it
 * renders pages for the parent.
 */
answerParent(async (question: AppQuestion) => {
  if (question.do === 'cpu') return cpuMs()
  if (question.do === 'prepareRenders') return prepareRenders()
  if (question.do === 'render') return timeRenders(question)
  if (!question.isCached) PageCache.prototype.store = () => undefined
  app = await createTestApp(question)
  return app.listen({ port: 0, host: '127.0.0.1' })
})

/**
 * Creates the app and returns the id of a book. The functions with which the app renders its pages are stored instead
 * of called, so that each page can be rendered as often as needed.
 */
async function prepareRenders(): Promise<string> {
  PublicAnswers.prototype.send = async (key, _, reply, make) =>
    void (makes.set(key, make), reply.hijack(), reply.raw.end())
  app = await createTestApp({ adapt: (loaded) => ((bundle = loaded), recording(loaded)) })
  await app.ready()
  const feed = await (await makeOf('/feed.xml'))(() => undefined)
  const [, id] = /\/book\/([\da-f-]{36})/.exec(String(feed.body)) ?? []
  if (id === undefined) throw new Error('the site has no book')
  return id
}

/** Returns the processor time and the wall time of a rendering in ms, each the mean of `count` renderings in a row. */
async function timeRenders({ path, way, count }: { path: string; way: RenderWay; count: number }) {
  const make = await makeOf(path)
  const render =
    way === 'app' ? () => make(() => undefined) : () => bundle.render(publicUrl + path, replay, bundle.assetsOf)
  const [cpu, wall] = [cpuMs(), performance.now()]
  for (let i = 0; i < count; i++) await render()
  return { cpu: (cpuMs() - cpu) / count, wall: (performance.now() - wall) / count }
}

async function makeOf(path: string): Promise<Make> {
  if (!makes.has(path)) await app.inject(path)
  const make = makes.get(path)
  if (make === undefined) throw new Error(`${path} is no page`)
  const { status } = await make(() => undefined)
  if (status !== 200) throw new Error(`${path} answers ${status}`)
  return make
}

/**
 * Wraps the bundle of the site's pages, so that the first answer to every API call is recorded for rendering without
 * the API.
 */
function recording(loaded: Bundle): Bundle {
  const render: Bundle['render'] = (url, send, assetsOf) => {
    const listen: Transport = async (call) => {
      const answer = await send(call)
      if (!recorded.has(keyOf(call))) recorded.set(keyOf(call), answer)
      return answer
    }
    return loaded.render(url, listen, assetsOf)
  }
  return { ...loaded, render }
}

const replay: Transport = async (call) => {
  const answer = recorded.get(keyOf(call))
  if (answer === undefined) throw new Error(`no recorded answer to ${keyOf(call)}`)
  return answer
}

function keyOf({ noun, verb, input }: Call): string {
  return JSON.stringify([noun, verb, input])
}
