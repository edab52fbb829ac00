import { buildBundle } from '#server/pages/rendering/build-bundle.ts'
import { runCommand } from './run-command.ts'

const usage = '用法：npm run build（不带参数；把网页构建到 dist，启动时就不用再构建）'

/**
 * `npm run build` builds the web pages into `dist`, for example on a larger machine or before an update. A start then
 * uses this build; it builds by itself only if the pages were never built or have changed since.
 */
await runCommand(usage, async (signal) => {
  if (process.argv.length > 2) return 'usage'
  const [directory = ''] = await buildBundle((message) => console.log(message), { signal })
  console.log(`网页已构建好：${directory}`)
  return undefined
})
