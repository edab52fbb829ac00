import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Transport } from '#shared/contract/client.ts'

/** The URLs of the files that a page needs. */
export interface Assets {
  styles: string[]
  /** Modules in the order in which the browser evaluates them: dependencies first, the module that hydrates last. */
  modules: string[]
}

/** Something that the URL of a page names, such as a tag or the id of a book. */
export interface Named {
  kind: string
  value: string
}

/** The page that a URL requests: its canonical URL, and the tags, books or other things that the URL names. */
export interface PageAddress {
  address: string
  named: Named[]
  /** Whether the canonical URL `address` differs from the requested URL, so that the request must be redirected. */
  needsRedirect: boolean
}

/**
 * The interface between the server and the built code that renders web pages. Only plain data and the function that
 * sends API calls (`Transport`) are passed through it. Instances of classes are not passed, because the build has its
 * own copies of all modules, and `instanceof` fails across copies.
 */
export interface Bundle {
  inlineScripts: string[]
  render(
    url: string,
    send: Transport,
    assetsOf: (modules: string[]) => Assets,
  ): Promise<{ status: number; html: string; location?: string }>
  readAddress(url: string, isMissing?: (named: Named) => boolean): PageAddress | Promise<PageAddress>
  assetsOf(modules: string[]): Assets
  /** The folders of the built files that browsers load; empty in development. */
  clientDirectories: string[]
  /** In development, a middleware that serves source files before the site sees a request. */
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => unknown
  close?(): Promise<void>
}

interface ManifestChunk {
  file: string
  css?: string[]
  imports?: string[]
}

const entry = 'web/entry-client.tsx'

/**
 * Loads the server-side code of the newest build, which is in the first folder. Browsers may load files of all the
 * builds.
 */
export async function loadBundle(builds: string[]): Promise<Bundle> {
  const [directory = ''] = builds
  const clientDirectory = join(directory, 'client')
  const manifest = JSON.parse(await readFile(join(clientDirectory, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    ManifestChunk
  >
  const server = (await import(pathToFileURL(join(directory, 'ssr/entry-server.js')).href)) as Pick<
    Bundle,
    'render' | 'readAddress' | 'inlineScripts'
  >
  const known = new Map<string, Assets>()
  const assetsOf = (modules: string[]) => {
    const key = modules.join()
    const assets = known.get(key) ?? findAssets(manifest, modules)
    known.set(key, assets)
    return assets
  }
  return {
    render: server.render,
    readAddress: server.readAddress,
    inlineScripts: server.inlineScripts,
    assetsOf,
    clientDirectories: builds.map((build) => join(build, 'client')),
  }
}

function findAssets(manifest: Record<string, ManifestChunk>, modules: string[]): Assets {
  // The style sheets follow the order in which chunks are found, the modules the order in which they can be evaluated.
  const chunks = new Set<ManifestChunk>()
  const evaluated = new Set<string>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (chunk === undefined || chunks.has(chunk)) return
    chunks.add(chunk)
    for (const imported of chunk.imports ?? []) visit(imported)
    evaluated.add(chunk.file)
  }
  for (const name of [entry, ...modules]) visit(name)
  const script = manifest[entry]?.file ?? ''
  evaluated.delete(script)
  const toUrl = (file: string) => `/${file}`
  return {
    styles: [...new Set([...chunks].flatMap(({ css }) => css ?? []))].map(toUrl),
    modules: [...evaluated, script].map(toUrl),
  }
}
