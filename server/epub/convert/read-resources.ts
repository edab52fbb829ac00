import { cleanImportedCss } from './clean-style.ts'
import type { EpubResource } from '#server/epub/epub-model.ts'
import type { NewNames } from './new-names.ts'
import { findName, resolveHref } from '#server/epub/read-package.ts'
import type { Zip } from '#server/epub/zip-reader.ts'

const signatures: Record<string, RegExp> = {
  'image/jpeg': /^\xff\xd8\xff/,
  'image/png': /^\x89PNG\r\n\x1a\n/,
  'image/gif': /^GIF8/,
  'image/webp': /^RIFF[\s\S]{4}WEBP/,
  'font/ttf': /^(\x00\x01\x00\x00|true|ttcf)/,
  'font/otf': /^OTTO/,
  'font/woff': /^wOFF/,
  'font/woff2': /^wOF2/,
}

/**
 * Reads the styles, images and fonts of an EPUB. Style sheets are cleaned and joined to one file; images and fonts must
 * start with the bytes that identify their type.
 */
export async function readResources(
  zip: Zip,
  names: NewNames,
  warn: (problem: string) => void,
): Promise<EpubResource[]> {
  const resources: EpubResource[] = []
  const styles: string[] = []
  for (const { name, href, type } of names.resources) {
    const data = (await zip.read(name)) ?? Buffer.alloc(0)
    if (type === 'text/css') {
      const hrefOf = (found: string) => {
        const to = names.of(findName(zip, resolveHref(name, found).name) ?? '')
        return to === null ? null : `../${to}`
      }
      styles.push(cleanImportedCss(data.toString(), hrefOf, warn))
    } else if (signatures[type]?.test(data.toString('latin1', 0, 16))) resources.push({ href, type, data })
    else warn('有图片或字体不是它自称的格式，已略去')
  }
  if (names.firstStyle !== null)
    resources.unshift({ href: names.firstStyle, type: 'text/css', data: Buffer.from(styles.join('\n')) })
  return resources
}
