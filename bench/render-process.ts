import type { Call, Transport } from '#shared/contract/client.ts'
import type { Bundle } from '#server/pages/rendering/bundle.ts'
import { type Answer, toCachedAnswer } from '#server/platform/cache/page-cache.ts'
import { PublicAnswers } from '#server/http/server/public-answers.ts'
import { answerParent, cpuMs } from './child-process.ts'
import { createTestApp, publicUrl } from './test-app.ts'

export type RenderQuestion = { do: 'open' } | { do: 'time'; path: string; way: RenderWay; count: number }
/**
 * The work that is timed: `app` is the rendering of a page that is not cached, with its API calls; `react` is React
 * alone, with recorded API answers; `answer` is the same as `app` plus the compression of the response.
 */
export type RenderWay = 'app' | 'react' | 'answer'
type Make = Parameters<PublicAnswers['send']>[3]

const recorded = new Map<string, Awaited<ReturnType<Transport>>>()
const makes = new Map<string, Make>()
let bundle: Bundle
let app: Awaited<ReturnType<typeof createTestApp>>

// The benchmark stores the functions with which the app renders pages instead of calling them, so that it can render
// each page as often as needed.
PublicAnswers.prototype.send = async (key, _, reply, make) =>
  void (makes.set(key, make), reply.hijack(), reply.raw.end())

answerParent(async (question: RenderQuestion) => {
  if (question.do === 'time') return timeRenders(question.path, question.way, question.count)
  app = await createTestApp((loaded) => ((bundle = loaded), recording(loaded)))
  await app.ready()
  return bookIn(await (await makeOf('/feed.xml'))(() => undefined))
})

function bookIn({ body }: Answer): string {
  const [, id] = /\/book\/([\da-f-]{36})/.exec(String(body)) ?? []
  if (id === undefined) throw new Error('the site has no book')
  return id
}

/**
 * Measures how much processor time and wall time the rendering of a page takes in ms, as the mean of `count` renderings
 * in a row.
 */
async function timeRenders(path: string, way: RenderWay, count: number) {
  const render = await wayOf(path, way)
  const cpu = cpuMs()
  const wall = performance.now()
  for (let i = 0; i < count; i++) await render()
  return { cpu: (cpuMs() - cpu) / count, wall: (performance.now() - wall) / count }
}

async function wayOf(path: string, way: RenderWay): Promise<() => Promise<unknown>> {
  const make = await makeOf(path)
  if (way === 'react') return () => bundle.render(publicUrl + path, replay, bundle.assetsOf)
  return way === 'app' ? () => make(() => undefined) : async () => toCachedAnswer(await make(() => undefined), 'br')
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
      const key = keyOf(call)
      if (!recorded.has(key)) recorded.set(key, answer)
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
