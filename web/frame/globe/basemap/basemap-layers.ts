import type {
  ExpressionSpecification,
  LayerSpecification,
  LineLayerSpecification,
  RasterLayerSpecification,
} from 'maplibre-gl'

/**
 * Returns a map expression that interpolates linearly with the zoom. The arguments alternate between a zoom level and
 * its value.
 */
export function byZoom(...stops: (number | string | ExpressionSpecification)[]): ExpressionSpecification {
  return ['interpolate', ['linear'], ['zoom'], ...stops] as ExpressionSpecification
}

export function land(colour: string): LayerSpecification {
  return { id: 'land', type: 'background', paint: { 'background-color': colour } }
}

/** A layer of a translucent colour above the raster images, which makes the tones of different images similar. */
export function wash(colour: string): LayerSpecification {
  return { id: 'wash', type: 'background', paint: { 'background-color': colour } }
}

/**
 * A layer of raster tiles. The tiles end at zoom 5, so the layer fades from the opacity `full` to `far` at zoom 8 and
 * to a third of `far` at zoom 11, where the enlarged images are blurred.
 */
export function rasterImage(
  source: 'relief' | 'satellite',
  { full, far }: { full: number; far: number },
  paint: RasterLayerSpecification['paint'] = {},
): LayerSpecification {
  return {
    id: source,
    type: 'raster',
    source,
    paint: { 'raster-opacity': byZoom(4.5, full, 8, far, 11, far / 3), 'raster-fade-duration': 200, ...paint },
  }
}

export function sea(colour: Value<string>, opacity: Value<number> = 1): LayerSpecification {
  return fill('sea', 'ocean', colour, opacity)
}

export function coast(colour: string, scale = 1, opacity = 1): LayerSpecification {
  return line('coast', 'ocean', {
    'line-color': colour,
    'line-opacity': opacity,
    'line-width': byZoom(0, 0.35 * scale, 3, 0.7 * scale, 8, 1.3 * scale),
  })
}

interface CoastBand {
  id: string
  colour: string
  opacity: number
  /**
   * Distance of the shaded band from the coast in pixels, positive towards the sea and negative inland. At most six,
   * because the map tiles have a buffer of eight pixels beyond their edge.
   */
  offset: number
  width: number
  blur: number
}

/**
 * A shaded band along the coast. The opacity is set for the whole layer, so that the band does not get darker where it
 * overlaps itself in a fjord.
 */
export function coastBand({ id, colour, opacity, offset, width, blur }: CoastBand): LayerSpecification {
  return line(id, 'ocean', {
    'line-color': colour,
    'line-layer-opacity': byZoom(0, opacity * 0.7, 2, opacity),
    'line-offset': scaleWithZoom(offset),
    'line-width': scaleWithZoom(width),
    'line-blur': scaleWithZoom(blur),
  })
}

/**
 * Thin lines parallel to the coast, as engraved maps show the sea. Below zoom 3.8 the coasts are too close together,
 * and no lines are drawn.
 */
export function coastWaves(colour: string, swell: { offset: number; opacity: number }[]): LayerSpecification[] {
  return swell.map(({ offset, opacity }, index) => ({
    ...line(`wave-${index}`, 'ocean', {
      'line-color': colour,
      'line-opacity': byZoom(3.8, 0, 5.8, opacity),
      'line-offset': scaleWithZoom(offset),
      'line-width': scaleWithZoom(0.5),
    }),
    minzoom: 3.8,
  }))
}

/**
 * Returns an expression for a size in pixels that follows the zoom. Past zoom 6 the map enlarges the tiles and their
 * buffers, so the size grows too.
 */
function scaleWithZoom(pixels: number) {
  return byZoom(1, pixels * 0.4, 5, pixels, 6, pixels, 8, pixels * 2)
}

export function lake(colour: Value<string>, shore: string): LayerSpecification[] {
  return [
    fill('lake', 'lake', colour),
    line('lake-shore', 'lake', { 'line-color': shore, 'line-width': byZoom(2, 0.3, 8, 1.1) }),
  ]
}

export function river(colour: string, scale = 1): LayerSpecification {
  return {
    ...line('river', 'river', {
      'line-color': colour,
      'line-opacity': byZoom(2, 0.3, 4, 0.9),
      'line-width': byZoom(2, 0.4 * scale, 6, 1.3 * scale, 10, 3 * scale),
    }),
    minzoom: 2,
  }
}

export function ice(colour: string, opacity: number): LayerSpecification {
  return fill('ice', 'ice', colour, opacity)
}

export function urban(colour: string, opacity: number): LayerSpecification {
  return {
    id: 'urban',
    type: 'fill',
    source: 'base',
    'source-layer': 'urban',
    minzoom: 3,
    paint: {
      'fill-color': colour,
      'fill-opacity': byZoom(3, opacity / 2, 5, opacity, 8, opacity * 0.6, 11, opacity * 0.35),
    },
  }
}

const isEquator: ExpressionSpecification = ['==', ['get', 'equator'], 1]

export function graticule(colour: string, opacity: number, width = 0.5): LayerSpecification {
  return line('graticule', 'graticule', {
    'line-color': colour,
    'line-opacity': byZoom(4, ['case', isEquator, opacity * 1.8, opacity], 7, 0),
    'line-width': width,
  })
}

type Value<T> = T | ExpressionSpecification

function fill(id: string, sourceLayer: string, colour: Value<string>, opacity: Value<number> = 1): LayerSpecification {
  return {
    id,
    type: 'fill',
    source: 'base',
    'source-layer': sourceLayer,
    paint: { 'fill-color': colour, 'fill-opacity': opacity, 'fill-antialias': false },
  }
}

export function line(id: string, sourceLayer: string, paint: LineLayerSpecification['paint']): LineLayerSpecification {
  return {
    id,
    type: 'line',
    source: 'base',
    'source-layer': sourceLayer,
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    ...(paint ? { paint } : {}),
  }
}
