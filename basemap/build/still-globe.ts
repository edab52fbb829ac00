// This program draws the still picture of the globe that the start page shows until the interactive map has loaded. Run
// `npm run still-globe` after each change of the relief tiles or of the outdoor map style. The picture is a screenshot
// of the map itself with the same camera, so that nothing moves when the interactive map replaces it.
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { chromium } from 'playwright'
import sharp from 'sharp'
import type { TileSetName } from '#shared/basemap.ts'
import { TileSet } from '#server/engines/globe/tile-set.ts'
import { buildBaseStyle } from '#web/frame/globe/basemap/base-style.ts'
import { zoomToFit } from '#web/frame/globe/view/globe-size.ts'
import { initialCenter } from '#web/frame/globe/state/map-store.ts'
import { findBrowser } from '../../test/find-browser.ts'

const root = resolve(import.meta.dirname, '../..')
const library = resolve(root, 'node_modules/maplibre-gl/dist')
/**
 * The height of a typical browser window and the side of the square in its middle that the picture shows, both in CSS
 * pixels, and the latitude of the centre of the globe.
 */
const view = { height: 900, frame: 640, lat: initialCenter[1] }
const pictures = [
  { name: 'globe', side: 1200, maxBytes: 60_000 },
  { name: 'globe-small', side: 600, maxBytes: 25_000 },
]
const flags = '--no-sandbox --use-gl=angle --use-angle=swiftshader --enable-unsafe-swiftshader --ignore-gpu-blocklist'

const server = await serve()
try {
  const globe = await photograph(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  for (const { name, side, maxBytes } of pictures) {
    const { picture, quality } = await compress(globe, side, maxBytes)
    await writeFile(resolve(root, `web/public/${name}.webp`), picture)
    console.log(`${name}.webp：${side} 像素见方，${picture.length} 字节，质量 ${quality}`)
  }
} finally {
  server.close()
}

async function serve(): Promise<Server> {
  const sets = new Map((['base', 'relief'] as const).map((set) => [set as string, new TileSet(set)]))
  const site = createServer(async ({ url = '/' }, response) => {
    const { pathname, origin } = new URL(url, `http://127.0.0.1:${(site.address() as AddressInfo).port}`)
    const [, area, name = '', ...zxy] = pathname.split('/')
    if (area === 'library')
      return response.setHeader('content-type', 'text/javascript').end(await readFile(resolve(library, name)))
    if (area !== 'tiles') return response.setHeader('content-type', 'text/html').end(page(origin))
    const [z = 0, x = 0, y = 0] = zxy.map(Number)
    const tile = sets.get(name as TileSetName)?.find(z, x, y)
    if (tile === undefined) return response.writeHead(404).end()
    if (name === 'base') response.setHeader('content-encoding', 'gzip')
    return response.end(tile)
  })
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
  return site
}

function page(origin: string): string {
  Object.assign(globalThis, { location: { origin } })
  const style = buildBaseStyle({
    styleId: 'outdoor',
    language: 'zh-Hans',
    visiblePlaceLabel: false,
    projection: 'globe',
    borders: 'none',
  })
  const settings = {
    style,
    container: 'map',
    center: initialCenter,
    zoom: zoomToFit(view),
    attributionControl: false,
    fadeDuration: 0,
    canvasContextAttributes: { antialias: true },
  }
  return `<!doctype html><link rel="icon" href="data:,"><style>html, body, #map { height: 100%; margin: 0 }</style><div id="map"></div>
    <script type="module">
      import { Map, setWorkerUrl } from '/library/maplibre-gl.mjs'
      setWorkerUrl('/library/maplibre-gl-worker.mjs')
      new Map(${JSON.stringify(settings)}).once('idle', () => { document.title = 'idle' })
    </script>`
}

async function photograph(address: string): Promise<Buffer> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: flags.split(' ') })
  try {
    const { height, frame } = view
    const window = await browser.newPage({ viewport: { width: height, height }, deviceScaleFactor: 2 })
    await window.goto(address)
    await window.waitForFunction(() => document.title === 'idle', null, { timeout: 120_000 })
    const edge = (height - frame) / 2
    return await window.screenshot({ omitBackground: true, clip: { x: edge, y: edge, width: frame, height: frame } })
  } finally {
    await browser.close()
  }
}

/** Compresses the still picture of the globe at the highest quality whose file is at most `maxBytes` long. */
async function compress(globe: Buffer, side: number, maxBytes: number) {
  const small = await sharp(globe).resize(side, side, { kernel: 'lanczos3' }).png().toBuffer()
  for (let quality = 80; quality >= 30; quality -= 2) {
    const picture = await sharp(small).webp({ quality, alphaQuality: 60, effort: 6, smartSubsample: true }).toBuffer()
    if (picture.length <= maxBytes) return { picture, quality }
  }
  throw new Error(`${side} 像素的地球压不到 ${maxBytes} 字节以内`)
}
