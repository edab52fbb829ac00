import { z } from 'zod'

const zoom = z.number().min(0).max(24)
/**
 * The fields of a data source in the provider's map style that are passed on to pages. All other fields are removed.
 */
const publicFields = {
  minzoom: zoom.optional(),
  maxzoom: zoom.optional(),
  bounds: z.array(z.number()).length(4).optional(),
  scheme: z.enum(['xyz', 'tms']).optional(),
  attribution: z.string().max(2000).optional(),
  encoding: z.string().max(20).optional(),
}
export const TileJson = z.object({ ...publicFields, tiles: z.array(z.string()).min(1) })
export type TileJson = z.infer<typeof TileJson>
export const TileSource = z.object({
  ...publicFields,
  type: z.enum(['vector', 'raster', 'raster-dem']),
  url: z.string().optional(),
  tiles: z.array(z.string()).optional(),
  tileSize: z.number().optional(),
  promoteId: z.unknown().optional(),
})
export const DataSource = z.looseObject({ type: z.literal('geojson'), data: z.unknown() })
export type DataSource = z.infer<typeof DataSource>
const StyleLayer = z.looseObject({ id: z.string(), type: z.string(), source: z.string().optional() })
export type StyleLayer = z.infer<typeof StyleLayer>
/**
 * The fields of the provider's map style that are passed on to pages. All other fields are removed, in particular URLs.
 */
export const StyleShape = z.object({
  version: z.literal(8),
  name: z.string().optional(),
  center: z.array(z.number()).optional(),
  zoom: z.number().optional(),
  light: z.unknown().optional(),
  sky: z.unknown().optional(),
  transition: z.unknown().optional(),
  sources: z.record(z.string(), z.unknown()),
  sprite: z.union([z.string(), z.array(z.object({ id: z.string(), url: z.string() })).max(8)]).optional(),
  glyphs: z.string().optional(),
  layers: z.array(StyleLayer).max(2000),
})
