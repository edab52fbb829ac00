import { atMost, type Row, type Table } from './budget-table.ts'
import { pageName, publicPages, somePageIds } from './public-pages.ts'
import { type RawAnswer, mustGet } from './raw-get.ts'
import { startSite } from './running-site.ts'

/**
 * Measures the compressed size of the files that a current browser loads before a page is usable, in kB of 1000
 * bytes.
 */
export async function measureBytes(): Promise<Table> {
  const site = await startSite()
  const rows: Row[] = []
  for (const path of publicPages(await somePageIds(site.url))) rows.push(...(await measurePage(site.url, path)))
  await site.stop()
  return {
    title: 'bytes: first load in brotli',
    rows,
    notes: [
      'script: the modules that the page lists, which load after its first paint; what a page imports later, such as the map, is not in it',
    ],
  }
}

async function measurePage(url: string, path: string): Promise<Row[]> {
  const html = await mustGet(url + path, 'identity')
  const linked = linksIn(String(html.body))
  if (linked.scripts.length === 0 || linked.styles.length === 0) throw new Error(`${path} links to no script or style`)
  const bytes = async (paths: string[]) => {
    const answers = await Promise.all(paths.map((file) => getBrotli(url + file)))
    return answers.reduce((sum, { body }) => sum + body.length, 0) / 1000
  }
  const name = pageName(path)
  return [
    { name: `${name}: html`, value: await bytes([path]), unit: 'kB' },
    { name: `${name}: script`, value: await bytes(linked.scripts), unit: 'kB', limit: atMost(110) },
    { name: `${name}: css`, value: await bytes(linked.styles), unit: 'kB', limit: atMost(20) },
  ]
}

/** Requests a file with the encoding brotli; the server may send small files uncompressed. */
async function getBrotli(url: string): Promise<RawAnswer> {
  const answer = await mustGet(url, 'br')
  if (answer.headers['content-encoding'] !== 'br' && answer.body.length > 1024)
    throw new Error(`${url} did not come in brotli`)
  return answer
}

function linksIn(html: string) {
  const tags = [...html.matchAll(/<(?:script|link)\b[^>]*>/g)].map(([tag]) => tag)
  const values = (kind: RegExp, attribute: RegExp) => [
    ...new Set(tags.filter((tag) => kind.test(tag)).flatMap((tag) => attribute.exec(tag)?.[1] ?? [])),
  ]
  return {
    scripts: values(/^<script/, /\bdata-modules="([^"]+)"/).flatMap((modules) => modules.split(' ')),
    styles: values(/rel="stylesheet"/, /href="([^"]+)"/),
  }
}
