import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { SiteColors } from '#shared/site-colors.ts'
import { logoPath, type SiteLogo } from './site-logo.ts'

interface SiteLook {
  colors: SiteColors | null
  logo: SiteLogo | null
}

/** Seconds for which browsers keep the files, whose URLs change with the content. */
const cacheSeconds = 31_536_000
const stylePath = '/site-colors.css'

/** Mounts the style sheet with the colours, and the logo, of a site whose operator has chosen them. */
export function mountSiteLook(app: FastifyInstance, { colors, logo }: SiteLook) {
  const cacheControl = `public, max-age=${cacheSeconds}, immutable`
  if (colors !== null) {
    const style = writeStyle(colors)
    app.get(stylePath, (_, reply) =>
      reply.type('text/css; charset=utf-8').header('cache-control', cacheControl).send(style),
    )
  }
  if (logo === null) return
  // A browser may open the logo, which may be an SVG file, as a document of its own. Such a document may neither run
  // scripts nor load anything.
  const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
  app.get(logoPath, (_, reply) =>
    reply
      .type(logo.type)
      .header('cache-control', cacheControl)
      .header('content-security-policy', policy)
      .send(logo.bytes),
  )
}

/** Returns the URL path of the style sheet that `mountSiteLook` serves for these colours. */
export function styleAddress(colors: SiteColors): string {
  return `${stylePath}?v=${createHash('sha256').update(writeStyle(colors)).digest('hex').slice(0, 8)}`
}

/**
 * Writes the style sheet. The rules stand in no cascade layer, so they take precedence over `tokens.css`, whose list of
 * selectors they repeat. Browsers without `light-dark()` keep the colours of `tokens.css`.
 */
function writeStyle(colors: SiteColors): string {
  const selectors = ':root,.night,.layout:has(.night) .header,.reader[data-paper]'
  const rules = [
    `--accent:${colors.accent}`,
    `--accent-hover:${colors.accentHover}`,
    `--accent-ink:light-dark(${colors.inkOnLight},${colors.inkOnDark})`,
    `--accent-paper:light-dark(${colors.paperOnLight},${colors.paperOnDark})`,
    `--on-accent:${colors.onAccent}`,
  ]
  return `@supports (color:light-dark(red,red)){${selectors}{${rules.join(';')}}:root{--map-current:${colors.inkOnLight}}}\n`
}
