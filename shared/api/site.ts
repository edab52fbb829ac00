import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/**
 * A map from outside, fetched by the server under `/map-provider/…`: a style (`/map-provider/style.json`), or pictures laid one over the other
 * (`/map-provider/raster/{layer}/{z}/{x}/{y}`). Its addresses and its key are the server's alone.
 */
export const MapProvider = z.strictObject({
  kind: z.enum(['style', 'raster']),
  name: z.string(),
  attribution: z.string(),
  /** What its coordinates are; ours are WGS-84. */
  crs: z.enum(['wgs84', 'gcj02']),
  maxZoom: z.int(),
  /** Names of the picture layers, the lowest first; none where there is no such map, and none for a style. */
  layers: z.strictObject({ map: z.array(z.string()), satellite: z.array(z.string()) }),
  /** Changes with what is shown; stands in the addresses as `?v=`. */
  version: z.string(),
})
export type MapProvider = z.infer<typeof MapProvider>

/** What the operator set and every page shows. */
export const Site = z.strictObject({
  name: z.string(),
  tagline: z.string(),
  /** Without a slash at its end. */
  publicUrl: z.string(),
  icpNumber: z.string(),
  mapApprovalNumber: z.string(),
  map: z.strictObject({
    /** National border lines on the site's own map: none, or as they are in fact (which is not the official view of every country). */
    borders: z.enum(['none', 'defacto']),
    provider: z.nullable(MapProvider),
  }),
  /** Where pictures that were uploaded are read. Without a slash at its end. */
  pictureBase: z.string(),
  featureVideo: z.boolean(),
  /** The first comment of every account waits for an editor. */
  holdFirstComment: z.boolean(),
  /** No mail server is set: codes stand in the server's log. */
  codesInLog: z.boolean(),
})
export type Site = z.infer<typeof Site>

export const site = {
  show: endpoint({
    method: 'GET',
    path: '/site/info',
    access: 'anyone',
    effect: 'read',
    timeout: 15,
    rate: null,
    summary: 'Name, tagline, footer lines and features of this site',
    input: z.object({}),
    output: Site,
  }),
}
