import type { Map as MapLibre } from 'maplibre-gl'
import type { Bounds } from '#shared/api/place/mark.ts'
import { latitudeAt, mercatorY } from '#shared/mercator.ts'
import { leaveTour } from '#web/map/state/play-store.ts'
import { useView } from '#web/frame/globe/state/view-store.ts'
import type { Picked } from './picked-mark.ts'

type Cluster = Extract<Picked, { kind: 'cluster' }>

/** Duration in milliseconds of the flight to a cluster. */
const flight = 700
/**
 * The number of zoom levels between a map tile and its cells: the server divides a tile into 2³ × 2³ cells
 * (server/catalogue/mark-cells/mark-grid.ts), and a cluster stands for the marks of one cell.
 */
const cellsPerTile = 3

/**
 * Flies to a cluster of marks. If the map cannot zoom in so far that the marks separate, the cards below the map show
 * the books of the cluster (see `showCell`).
 */
export function openCluster(map: MapLibre, { center, zoom }: Cluster, closeCard: () => void) {
  const isLast = zoom > map.getMaxZoom()
  if (isLast) showCell({ center }, Math.floor(map.getZoom()), closeCard)
  else leaveTour()
  void useView.getState().camera?.fly({ center, zoom, preservesCards: isLast }, flight)
}

/**
 * Shows the books of a cluster on the cards below the map; the cluster stands for the marks of a cell of tiles of the
 * zoom. `closeCard` closes the open place or mark, because the cards would otherwise show the books of that place or
 * mark.
 */
export function showCell({ center }: Pick<Cluster, 'center'>, zoom: number, closeCard: () => void) {
  const bounds = boundsOfCell(center, zoom)
  leaveTour()
  closeCard()
  useView.setState({ bounds })
}

/** Half of the distance of two positions that the server distinguishes, as a share of the widest cell. */
const inset = 2 ** -24

/** Returns the bounds of the map cell that contains a point, for tiles of the zoom. */
export function boundsOfCell([lng, lat]: [lng: number, lat: number], zoom: number): Bounds {
  const cells = 2 ** (zoom + cellsPerTile)
  const [column, row] = [Math.floor(((lng + 180) / 360) * cells), Math.floor(mercatorY(lat) * cells)]
  const latOf = (edge: number) => latitudeAt(edge / cells)
  const lngOf = (edge: number) => (edge / cells) * 360 - 180
  // Bounds include their edges, on which marks of the neighbouring cells may lie.
  const [start, end] = [inset, 1 - inset]
  return [lngOf(column + start), latOf(row + end), lngOf(column + end), latOf(row + start)]
}
