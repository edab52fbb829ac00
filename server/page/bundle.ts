import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Transport } from '#shared/contract/client.ts'

/** What a page links to. */
export interface Assets {
  scripts: string[]
  styles: string[]
  preloads: string[]
}

/** Something that a page's address names, such as a tag or a book's id. */
export interface Named {
  kind: string
  value: string
}

/** Which page a URL asks for, by one address for all ways to write it. */
export interface PageAddress {
  address: string
  named: Named[]
  /** The page is at `address` rather than at the URL asked for. */
  isElsewhere: boolean
}

/** The server side of the built web part. Only plain data and a transport cross into it: it has its own copy of everything else. */
export interface Bundle {
  inlineScripts: string[]
  render(
    url: string,
    send: Transport,
    assetsOf: (modules: string[]) => Assets,
  ): Promise<{ status: number; html: string; location?: string }>
  readAddress(url: string, isMissing?: (named: Named) => boolean): PageAddress | Promise<PageAddress>
  assetsOf(modules: string[]): Assets
  /** Where built files for browsers lie; none in development. */
  clientDirectories: string[]
  /** In development: answers for the sources, ahead of the site. */
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => unknown
  close?(): Promise<void>
}

interface ManifestChunk {
  file: string
  css?: string[]
  imports?: string[]
}

const entry = 'web/entry-client.tsx'

/** Loads the first of some builds; browsers are given files of all. */
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
  const chunks = new Set<ManifestChunk>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (chunk === undefined || chunks.has(chunk)) return
    chunks.add(chunk)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const name of [entry, ...modules]) visit(name)
  const script = manifest[entry]?.file ?? ''
  const files = [...chunks].map(({ file }) => file).filter((file) => file !== script)
  const toUrl = (file: string) => `/${file}`
  return {
    scripts: [toUrl(script)],
    styles: [...new Set([...chunks].flatMap(({ css }) => css ?? []))].map(toUrl),
    preloads: files.map(toUrl),
  }
}
