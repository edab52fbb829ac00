import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const outDir = process.env['BUILD_DIR'] ?? 'dist'

/** Two bundles of the same pages: one for browsers, one the server renders with. */
export default defineConfig(({ command }) => ({
  plugins: [react()],
  publicDir: 'web/public',
  appType: 'custom',
  builder: {},
  build: { emptyOutDir: true },
  environments: {
    client: {
      build: {
        outDir: `${outDir}/client`,
        manifest: true,
        target: 'es2023',
        rolldownOptions: { input: 'web/entry-client.tsx' },
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
