import type { Map as MapLibre } from 'maplibre-gl'
import type { Bounds } from '#shared/api/place/mark.ts'
import { leaveTour } from '#web/map/state/play-store.ts'
import { useView } from '#web/map/state/view-store.ts'
import type { Picked } from './picked-mark.ts'

type Cluster = Extract<Picked, { kind: 'cluster' }>

/** Duration in milliseconds of the flight to a cluster. */
const flight = 700
/**
 * The number of zoom levels between a map tile and its cells: the server divides a tile into 2³ × 2³ cells
 * (server/map/cells/mark-grid.ts), and a cluster stands for the marks of one cell.
 */
const cellsPerTile = 3

/**
 * Flies to a cluster of marks. If the map cannot zoom in so far that the marks separate, the cards below the map show
 * the books of the cluster. In this case `closeCard` closes the open place or mark, because the cards would otherwise
 * show the books of that place or mark.
 */
export function openCluster(map: MapLibre, { center, zoom }: Cluster, closeCard: () => void) {
  const isLast = zoom > map.getMaxZoom()
  const cell = boundsOfCell(center, Math.floor(map.getZoom()))
  leaveTour()
  void useView.getState().camera?.fly({ center, zoom, preservesCards: isLast }, flight)
  if (!isLast) return
  closeCard()
  useView.setState({ bounds: cell })
}

/** Returns the bounds of the map cell that contains a point, for tiles of the zoom. */
export function boundsOfCell([lng, lat]: [lng: number, lat: number], zoom: number): Bounds {
  const cells = 2 ** (zoom + cellsPerTile)
  const mercator = Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) / Math.PI
  const [column, row] = [Math.floor(((lng + 180) / 360) * cells), Math.floor(((1 - mercator) / 2) * cells)]
  const latOf = (edge: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * edge) / cells))) * 180) / Math.PI
  const lngOf = (edge: number) => (edge / cells) * 360 - 180
  return [lngOf(column), latOf(row + 1), lngOf(column + 1), latOf(row)]
}
