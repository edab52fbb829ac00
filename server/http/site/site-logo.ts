import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { extname } from 'node:path'

/** The picture that the operator uses as logo of the site. */
export interface SiteLogo {
  bytes: Buffer
  type: string
  /** The URL path of the logo, whose query changes with the content. */
  address: string
}

const types: Record<string, string> = { '.svg': 'image/svg+xml', '.png': 'image/png', '.webp': 'image/webp' }
const maxBytes = 100_000
export const logoPath = '/site-logo'

/** Reads the file of the logo. Throws an error with a Chinese sentence if the file cannot be used. */
export function readLogo(path: string): SiteLogo {
  const type = types[extname(path).toLowerCase()]
  if (type === undefined) throw new Error('环境变量 SITE_LOGO 不对：须为 SVG、PNG 或 WebP 图片。')
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (error) {
    throw new Error(`环境变量 SITE_LOGO 不对：读不到 ${path}（${(error as Error).message}）。`, { cause: error })
  }
  if (bytes.length > maxBytes) throw new Error(`环境变量 SITE_LOGO 不对：图片最大 ${maxBytes / 1000} KB。`)
  const version = createHash('sha256').update(bytes).digest('hex').slice(0, 8)
  return { bytes, type, address: `${logoPath}?v=${version}` }
}
