import type { LayerSpecification, LightSpecification, SkySpecification } from 'maplibre-gl'

/** Colours and fonts of the labels of a map style. */
export interface LabelStyle {
  /** Colour of the names of continents and countries. */
  ink: string
  province: string
  city: string
  /** Colour of the names of mountain ranges, plateaus, deserts, islands and peaks. */
  relief: string
  water: string
  halo: string
  /** Colour of the halo around names of waters; a halo in the colour of land would be visible as a smear on water. */
  waterHalo: string
  /**
   * Number of zoom levels by which labels appear later than the map tiles say, for styles whose imagery needs fewer
   * labels.
   */
  zoomDelay?: number
  /** Whether the map style draws the names of cities in serif fonts, like its other labels. */
  allSerif?: boolean
  /** Colour of the square that marks a capital on the map; if undefined, a dot marks the capital. */
  capitalColour?: string
}

/** Design of a map style: every part of the style except the data sources. */
export interface MapDesign {
  raster: 'relief' | 'satellite'
  sky: SkySpecification
  light: LightSpecification
  /** Layers of the map style from the land to the coast, in drawing order. */
  layers: LayerSpecification[]
  borderColour: string
  labelStyle: LabelStyle
}
