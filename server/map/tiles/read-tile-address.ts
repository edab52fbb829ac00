import { fail } from '#shared/api/failure.ts'
import type { TileAddress } from '#server/map/cells/mark-grid.ts'

/** The tile a path names. Fails for what lies on no map of this many levels. */
export function readTileAddress(written: Record<keyof TileAddress, string>, maxZoom = 24): TileAddress {
  const isWhole = [written.z, written.x, written.y].every((text) => /^(0|[1-9]\d{0,7})$/.test(text))
  const [z, x, y] = [Number(written.z), Number(written.x), Number(written.y)]
  const isTile = isWhole && z <= maxZoom && x < 2 ** z && y < 2 ** z
  return isTile ? { z, x, y } : fail('invalid', '地图瓦片的坐标不对：须为三个整数，依次是级别、列、行')
}
