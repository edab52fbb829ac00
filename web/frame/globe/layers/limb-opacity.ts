import type { ExpressionSpecification } from 'maplibre-gl'

/**
 * Name of the feature state with the opacity of a symbol near the limb, which is the visible edge of the globe; 0 also
 * hides the name that stands beside the pin.
 */
export const limbFade = 'limb'

/** Expression for the opacity of the symbols of a map layer that uses one of the sources in `limbSources`. */
export const limbOpacity: ExpressionSpecification = ['coalesce', ['feature-state', limbFade], 1]

/**
 * The sources whose symbols fade near the edge of the globe. `margin` is the distance in pixels from the edge within
 * which the symbols are invisible: half of the width of a name or of a mark.
 */
export const limbSources = {
  base: { sourceLayer: 'label', margin: 38 },
  mark: { sourceLayer: 'mark', margin: 4 },
} as const
