import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { publicCalls } from './shared/contract/public-calls.ts'
import { userCalls } from './shared/contract/user-calls.ts'

const publicCallsFile = fileURLToPath(import.meta.resolve('./shared/contract/public-calls.ts'))
const userCallsFile = fileURLToPath(import.meta.resolve('./shared/contract/user-calls.ts'))

const outDir = process.env['BUILD_DIR'] ?? 'dist'

/**
 * Names without extension of the source files that many pages need, but not all of them. They are bundled into one
 * chunk.
 */
const filesOfManyPages = [
  'basemap',
  'book-cover',
  'book-words',
  'books-text',
  'capped-count',
  'chevron-left',
  'chevron-right',
  'credits',
  'id',
  'late-component',
  'map',
  'map-credits',
  'map-datum',
  'map-store',
  'max-counted-books',
  'page-head',
  'play',
  'tag-store',
  'use-escape',
  'use-is-hydrated',
  'use-map-kind',
  'use-pending-search',
  'video-cover',
  'view-store',
]

/**
 * Small JavaScript files compress badly, and each file costs a request. Therefore the code that all pages need is one
 * chunk, the code that many pages need is a second one, and the first view of the map, the largest page, is a third
 * one.
 */
const groups = [
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\//, priority: 1 },
  { name: 'every-page', tags: ['$initial' as const] },
  { name: 'many-pages', test: new RegExp(`/(${filesOfManyPages.join('|')})\\.\\w+$`) },
]

/** Chunks are named by their hash alone, because the first script of every page contains the names of all chunks. */
const chunkFileNames = 'assets/[hash].js'

/** Builds two bundles of the same pages: one for browsers and one for rendering on the server. */
export default defineConfig(({ command }) => ({
  plugins: [react(), inlineCallTables()],
  publicDir: 'web/public',
  appType: 'custom',
  builder: {},
  // The size limit for chunks allows for the largest two, the map engine and the dictionary of traditional characters,
  // which are loaded only on demand.
  build: { emptyOutDir: true, chunkSizeWarningLimit: 1300 },
  environments: {
    client: {
      build: {
        outDir: `${outDir}/client`,
        manifest: true,
        target: 'es2023',
        rolldownOptions: {
          input: 'web/entry-client.tsx',
          output: { codeSplitting: { groups }, chunkFileNames },
        },
        assetsInlineLimit: 0,
        // Leaves out the lists of modules that Vite preloads at client-side navigations, because they would add 0.8 kB
        // to every first load. Without them the first visit to each kind of page takes one more round trip; style
        // sheets are still preloaded.
        modulePreload: false,
      },
    },
    ssr: {
      define: command === 'build' ? { 'process.env.NODE_ENV': JSON.stringify('production') } : {},
      // The production bundle of the server is one file without imports of packages; in development Node loads React
      // itself.
      resolve: command === 'build' ? { noExternal: true as const } : {},
      build: {
        outDir: `${outDir}/ssr`,
        copyPublicDir: false,
        rolldownOptions: { input: 'web/entry-server.tsx' },
      },
    },
  },
}))

/**
 * Removes the validation schemas of the API contract, and with them the library zod, from the browser's bundle:
 * browsers need only the method and path of each call.
 */
function inlineCallTables(): Plugin {
  const moduleOf = (name: string, table: object) => `export const ${name} = ${JSON.stringify(table)}`
  const modules = new Map([
    [publicCallsFile, moduleOf('publicCalls', publicCalls)],
    [userCallsFile, moduleOf('userCalls', userCalls)],
  ])
  return {
    name: 'inline-call-tables',
    applyToEnvironment: ({ name }) => name === 'client',
    load: (id) => modules.get(id) ?? null,
    generateBundle: (_, bundle) => {
      for (const file of Object.values(bundle)) {
        const modules = file.type === 'chunk' ? Object.keys(file.modules) : []
        const id = modules.find((id) => id.includes('/node_modules/zod/'))
        if (id !== undefined) throw new Error(`${file.fileName} would bring zod to browsers: ${modules.join(', ')}`)
      }
    },
  }
}
