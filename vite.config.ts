import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { callTable } from './shared/contract/call-table.ts'

const outDir = process.env['BUILD_DIR'] ?? 'dist'

/**
 * Small files pack badly and each is a request of its own: what all pages need comes as one, what many do as another, and the
 * first view of the map, the largest page, as a third.
 */
const groups = [
  { name: 'every-page', tags: ['$initial' as const] },
  {
    name: 'many-pages',
    test: /\/(page-head|late-part|use-escape|use-pending-search|book-cover|video-cover|book-words|tag-store|play|chevron-(left|right)|id)\.\w+$/,
  },
  { name: 'map-page', test: /\/map-page\.tsx$/ },
]

/** Two bundles of the same pages: one for browsers, one the server renders with. */
export default defineConfig(({ command }) => ({
  plugins: [react(), inlineCallTable(), leanRouter()],
  publicDir: 'web/public',
  appType: 'custom',
  builder: {},
  // The largest parts, the map's engine and the dictionary to traditional characters, come only where they are asked for.
  build: { emptyOutDir: true, chunkSizeWarningLimit: 1300 },
  environments: {
    client: {
      build: {
        outDir: `${outDir}/client`,
        manifest: true,
        target: 'es2023',
        rolldownOptions: { input: 'web/entry-client.tsx', output: { codeSplitting: { groups } } },
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
      },
    },
    ssr: {
      define: command === 'build' ? { 'process.env.NODE_ENV': JSON.stringify('production') } : {},
      // One file without packages to look up; in development Node loads React itself.
      resolve: command === 'build' ? { noExternal: true as const } : {},
      build: {
        outDir: `${outDir}/ssr`,
        copyPublicDir: false,
        rolldownOptions: { input: 'web/entry-server.tsx' },
      },
    },
  },
}))

/** Browsers need to know where calls go, not what they carry: this leaves the contract's schemas, and zod, out of their bundle. */
function inlineCallTable(): Plugin {
  const path = fileURLToPath(import.meta.resolve('./shared/contract/call-table.ts'))
  return {
    name: 'inline-call-table',
    applyToEnvironment: ({ name }) => name === 'client',
    load: (id) => (id === path ? `export const callTable = ${JSON.stringify(callTable)}` : null),
    generateBundle: (_, bundle) => {
      for (const file of Object.values(bundle)) {
        const modules = file.type === 'chunk' ? Object.keys(file.modules) : []
        const id = modules.find((id) => id.includes('/node_modules/zod/'))
        if (id !== undefined) throw new Error(`${file.fileName} would bring zod to browsers: ${modules.join(', ')}`)
      }
    },
  }
}

/** Names that React Router gives its components for developers' tools keep those nobody uses in the bundle. */
function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    apply: 'build',
    transform: (code, id) =>
      id.includes('/node_modules/react-router/')
        ? code
            .replaceAll(/^\w+\.displayName = "\w+";$/gm, '')
            .replaceAll(/^(const \w+ = )(?=React\$1\.(?:forwardRef|createContext)\()/gm, '$1/* @__PURE__ */ ')
        : null,
  }
}
