import * as z from 'zod/mini'
import { described } from './described.ts'
import { infoPageNames } from '#shared/info-page-names.ts'
import { endpoint } from './endpoint.ts'

/**
 * An external map, which the server fetches for browsers under `/map-provider/…`: either a style
 * (`/map-provider/style.json`) or stacked raster layers (`/map-provider/raster/{layer}/{z}/{x}/{y}`). Only the server
 * knows the URLs of the map provider and the API key.
 */
export const MapProvider = z.strictObject({
  kind: z.enum(['style', 'raster']),
  name: z.string(),
  attribution: z.string(),
  crs: described('Coordinate system of the external map; the site’s own data uses WGS-84.', z.enum(['wgs84', 'gcj02'])),
  maxZoom: z.int(),
  layers: described(
    'Names of the raster layers of the external map, from bottom to top. The list is empty if the map provider has no such layers, and if the map is a style.',
    z.strictObject({ map: z.array(z.string()), satellite: z.array(z.string()) }),
  ),
  version: described(
    'Version of the external map, sent in tile URLs as `?v=`; it changes when the configuration changes.',
    z.string(),
  ),
})
export type MapProvider = z.infer<typeof MapProvider>

const siteColors = {
  accent: described('Colour of buttons and marks on the map.', z.string()),
  accentHover: described('Colour of buttons under the pointer.', z.string()),
  onAccent: described('Colour of text on buttons.', z.string()),
  inkOnLight: described('Colour of links on light backgrounds.', z.string()),
  inkOnDark: described('Colour of links on dark backgrounds.', z.string()),
  paperOnLight: described('Background of emphasized boxes in the light theme.', z.string()),
  paperOnDark: described('Background of emphasized boxes in the dark theme.', z.string()),
}

/** The settings of the site that every page needs. */
export const Site = z.strictObject({
  name: z.string(),
  tagline: z.string(),
  colors: described(
    'The colours that the operator has chosen, or null for those of the program.',
    z.nullable(z.strictObject(siteColors)),
  ),
  logo: described('URL path of the logo that the operator has chosen, or null.', z.nullable(z.string())),
  publicUrl: described('Public URL of the site, without a trailing slash.', z.string()),
  icpNumber: z.string(),
  mapApprovalNumber: z.string(),
  map: z.strictObject({
    borders: described(
      'Whether the site’s own map draws national borders: `none`, or `defacto` as controlled on the ground, which differs from the official view of some countries.',
      z.enum(['none', 'defacto']),
    ),
    provider: z.nullable(MapProvider),
  }),
  pictureBase: described('URL below which uploaded pictures are served, without a trailing slash.', z.string()),
  featureVideo: z.boolean(),
  holdFirstComment: described('Whether the first comment that a user writes is held for review.', z.boolean()),
  codesInLog: described(
    'Whether verification codes are written to the server log, because no mail server is configured.',
    z.boolean(),
  ),
  isReadOnly: described(
    'Whether the site refuses all writes, because it is under maintenance or a backup that is being tried out.',
    z.boolean(),
  ),
})
export type Site = z.infer<typeof Site>

const InfoPage = z.strictObject({
  title: z.string(),
  html: described('The text below the title as HTML without scripts.', z.string()),
})
export type InfoPage = z.infer<typeof InfoPage>

export const site = {
  infoPage: endpoint({
    method: 'GET',
    path: '/site/page/{name}',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'Get the text of an information page, such as the terms of use',
    input: z.object({ name: z.enum(infoPageNames, { error: '没有这一页' }) }),
    output: InfoPage,
  }),
  show: endpoint({
    method: 'GET',
    path: '/site/info',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'Get the name, tagline, footer lines and features of the site',
    input: z.object({}),
    output: Site,
  }),
}
