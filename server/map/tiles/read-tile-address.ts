import { fail } from '#shared/api/failure.ts'
import type { TileAddress } from '#server/catalogue/mark-cells/mark-grid.ts'

/** Reads the coordinates of a map tile from the parameters of a URL path. Throws `invalid` if there is no such tile. */
export function readTileAddress(params: Record<keyof TileAddress, string>, maxZoom = 24): TileAddress {
  const isWhole = [params.z, params.x, params.y].every((text) => /^(0|[1-9]\d{0,7})$/.test(text))
  const [z, x, y] = [Number(params.z), Number(params.x), Number(params.y)]
  const isTile = isWhole && z <= maxZoom && x < 2 ** z && y < 2 ** z
  return isTile ? { z, x, y } : fail('invalid', '地图瓦片的坐标不对：须为三个整数，依次是级别、列、行')
}
