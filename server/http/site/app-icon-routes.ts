import type { FastifyInstance } from 'fastify'
import type { Site } from '#shared/api/site.ts'
import { drawIcon, type Icon, iconBackground, readLogoBytes } from './draw-icon.ts'
import type { SiteLogo } from './site-logo.ts'

interface NamedIcon extends Icon {
  path: string
}

/** The icons under the paths at which browsers and telephones look for them. */
const icons: NamedIcon[] = [
  { path: '/favicon.ico', size: 32 },
  { path: '/apple-touch-icon.png', size: 180, isMaskable: true },
  { path: '/icon-192.png', size: 192 },
  { path: '/icon-512.png', size: 512 },
  { path: '/icon-maskable.png', size: 512, isMaskable: true },
]
const recommendationPath = '/book/recommend'

/**
 * Mounts the manifest with which visitors install the site as an app, and its icons. The server draws each icon from
 * the site's logo when it is first requested.
 */
export function mountAppIcons(app: FastifyInstance, { site, logo }: { site: Site; logo: SiteLogo | null }) {
  const manifest = JSON.stringify(describeApp(site))
  app.get('/manifest.webmanifest', (_, reply) =>
    reply.type('application/manifest+json').header('cache-control', 'no-cache').send(manifest),
  )
  const bytes = readLogoBytes(logo)
  for (const icon of icons) {
    let drawn: Promise<Buffer> | undefined
    const forget = (error: unknown): never => {
      drawn = undefined
      throw error
    }
    app.get(icon.path, async (_, reply) =>
      reply
        .type('image/png')
        .header('cache-control', 'public, max-age=86400')
        .send(await (drawn ??= drawIcon(bytes, icon).catch(forget))),
    )
  }
}

function describeApp({ name, tagline }: Site) {
  return {
    name: `${name} · ${tagline}`,
    short_name: name,
    lang: 'zh-Hans',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: iconBackground,
    theme_color: iconBackground,
    shortcuts: [
      { name: '找书', url: '/book' },
      { name: '我的书架', url: '/user/userInfo#shelf' },
      { name: '今天的书', url: '/today' },
      { name: '推荐一本', url: recommendationPath },
    ],
    // The form of a recommendation is filled with what another app shares with the installed site.
    share_target: {
      action: recommendationPath,
      method: 'GET',
      params: { title: 'title', text: 'text', url: 'url' },
    },
    icons: icons
      .filter(({ path }) => path.startsWith('/icon-'))
      .map(({ path, size, isMaskable = false }) => ({
        src: path,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose: isMaskable ? 'maskable' : 'any',
      })),
  }
}
