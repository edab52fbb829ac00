import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { createServer, isRunnableDevEnvironment } from 'vite'
import type { Bundle } from './bundle.ts'

const root = resolve(import.meta.dirname, '../../..')
const preamblePath = '/@dev/preamble.js'
// React's hot reload requires this code to run before any component is loaded.
const preamble = `import RefreshRuntime from '/@react-refresh'
RefreshRuntime.injectIntoGlobalHook(window)
window.$RefreshReg$ = () => {}
window.$RefreshSig$ = () => (type) => type`

/**
 * Serves the pages from their source files, which are reloaded when they are edited. The development server Vite
 * answers the requests for source files before the site sees them.
 */
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
      styles: ['web/ui/styles/site.css', ...listComponentSheets()].map((sheet) => `/${sheet}?direct`),
      modules: [preamblePath, '/@vite/client', '/web/entry-client.tsx'],
    }),
    clientDirectories: [],
    middleware,
    close: () => vite.close(),
  }
}

/**
 * Returns the style sheets that components import. Vite adds them by JavaScript; the page links to them as well, so
 * that it is styled before the JavaScript is loaded.
 */
function listComponentSheets(): string[] {
  return globSync('web/**/*.css', { cwd: root, exclude: ['web/ui/styles/**'] }).toSorted()
}
