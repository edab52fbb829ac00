import type { LayerSpecification, LightSpecification, SkySpecification } from 'maplibre-gl'

/** The colours and faces of a style's names. */
export interface Lettering {
  /** Names of continents and countries. */
  ink: string
  province: string
  city: string
  /** Ranges, plateaus, deserts, islands and peaks. */
  relief: string
  water: string
  halo: string
  /** Over water, where a halo of land's colour would show as a smear. */
  waterHalo: string
  /** How many levels later than the tiles say a name comes up: a picture speaks for itself. */
  reserve?: number
  /** Cities in serif too, as an old sheet has them. */
  allSerif?: boolean
  /** Capitals under a seal of this colour rather than a dot. */
  seal?: string
}

/** What makes a style of the map: everything of it but the data. */
export interface MapDesign {
  raster: 'relief' | 'satellite'
  sky: SkySpecification
  light: LightSpecification
  /** From the land up to the coast, in the order they are laid. */
  ground: LayerSpecification[]
  borderColour: string
  lettering: Lettering
}
