import type {
  ExpressionSpecification,
  LayerSpecification,
  LineLayerSpecification,
  RasterLayerSpecification,
} from 'maplibre-gl'

/** A value that changes with the zoom: pairs of zoom and value. */
export function byZoom(...stops: (number | string | ExpressionSpecification)[]): ExpressionSpecification {
  return ['interpolate', ['linear'], ['zoom'], ...stops] as ExpressionSpecification
}

export function land(colour: string): LayerSpecification {
  return { id: 'land', type: 'background', paint: { 'background-color': colour } }
}

/** A film of colour over all that is drawn so far, which brings different pictures to one tone. */
export function wash(colour: string): LayerSpecification {
  return { id: 'wash', type: 'background', paint: { 'background-color': colour } }
}

/** The pictures end at zoom 5: over-stretched ones give way to plain colour, and leave only a breath of their own. */
export function picture(
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

interface Band {
  id: string
  colour: string
  opacity: number
  /** Pixels from the coast: out to sea, or inland where negative. Tiles hold eight pixels beyond their edge, so no more than six. */
  offset: number
  width: number
  blur: number
}

/** A shade along the coast. Drawn as one surface: where a fjord folds it over itself it grows no darker. */
export function band({ id, colour, opacity, offset, width, blur }: Band): LayerSpecification {
  return line(id, 'ocean', {
    'line-color': colour,
    'line-layer-opacity': byZoom(0, opacity * 0.7, 2, opacity),
    'line-offset': grow(offset),
    'line-width': grow(width),
    'line-blur': grow(blur),
  })
}

/** Hairlines that follow the coast out to sea, as engravers drew the swell; from farther away the coasts lie too close together for them. */
export function waves(colour: string, swell: { offset: number; opacity: number }[]): LayerSpecification[] {
  return swell.map(({ offset, opacity }, index) => ({
    ...line(`wave-${index}`, 'ocean', {
      'line-color': colour,
      'line-opacity': byZoom(3.8, 0, 5.8, opacity),
      'line-offset': grow(offset),
      'line-width': grow(0.5),
    }),
    minzoom: 3.8,
  }))
}

/** Past zoom 6 the tiles are stretched, and what they hold beyond their edge with them. */
function grow(pixels: number) {
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
