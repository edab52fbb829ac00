import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { createServer, isRunnableDevEnvironment } from 'vite'
import type { Bundle } from './bundle.ts'

const root = resolve(import.meta.dirname, '../..')
const preamblePath = '/@dev/preamble.js'
// What React's hot reload wants to have run before any component is loaded.
const preamble = `import RefreshRuntime from '/@react-refresh'
RefreshRuntime.injectIntoGlobalHook(window)
window.$RefreshReg$ = () => {}
window.$RefreshSig$ = () => (type) => type`

/** The pages straight from their sources, reloaded as they are edited. Vite answers what belongs to it before the site does. */
export async function openDevBundle(): Promise<Bundle> {
  const vite = await createServer({ root, server: { middlewareMode: true } })
  const environment = vite.environments['ssr']
  if (environment === undefined || !isRunnableDevEnvironment(environment)) throw new Error('vite cannot run the pages')
  const load = () =>
    environment.runner.import<Pick<Bundle, 'render' | 'readAddress' | 'inlineScripts'>>('/web/entry-server.tsx')
  const middleware: Bundle['middleware'] = (request, response, next) => {
    if (request.url !== preamblePath) return vite.middlewares(request, response, next)
    return response.writeHead(200, { 'content-type': 'text/javascript' }).end(preamble)
  }
  return {
    inlineScripts: (await load()).inlineScripts,
    render: async (...args) => (await load()).render(...args),
    readAddress: async (...args) => (await load()).readAddress(...args),
    assetsOf: () => ({
      scripts: [preamblePath, '/@vite/client', '/web/entry-client.tsx'],
      styles: ['web/styles/index.css', ...listComponentSheets()].map((sheet) => `/${sheet}?direct`),
      preloads: [],
    }),
    clientDirectories: [],
    middleware,
    close: () => vite.close(),
  }
}

/**
 * The style sheets that components import. Vite adds them by script; the page links to them as well, so that it never
 * appears without its styles before the scripts arrive.
 */
function listComponentSheets(): string[] {
  return globSync('web/**/*.css', { cwd: root, exclude: ['web/styles/**'] }).toSorted()
}
