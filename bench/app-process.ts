import type { Connection } from '#server/platform/db/open-database.ts'
import { PageCache } from '#server/platform/cache/page-cache.ts'
import { answerParent, cpuMs } from './child-process.ts'
import { createTestApp } from './test-app.ts'

export type AppQuestion =
  | { do: 'listen'; isCached: boolean; connection?: Connection; runsJobs?: boolean }
  | { do: 'cpu' }

/**
 * Runs the production app in a child process of a benchmark; the benchmark chooses whether the app has a page cache.
 */
answerParent(async (question: AppQuestion) => {
  if (question.do === 'cpu') return cpuMs()
  if (!question.isCached) PageCache.prototype.store = () => undefined
  const app = await createTestApp(undefined, question.connection, question.runsJobs)
  return app.listen({ port: 0, host: '127.0.0.1' })
})
