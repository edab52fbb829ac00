import { loadSharp } from '#server/engines/picture/load-sharp.ts'
import { TileSet } from './tile-set.ts'
import type { MapWindow } from './fit-window.ts'

const relief = new TileSet('relief')
/** Width and height of a tile in pixels. */
const tileSize = 512

/**
 * Cuts a part of the world out of the relief of the basemap, as a WebP picture of the given width and height in pixels.
 */
export async function cutRelief(part: MapWindow, { width, height }: { width: number; height: number }) {
  const zoom = Math.max(0, Math.min(relief.facts.maxZoom, Math.round(Math.log2(width / part.width / tileSize))))
  const count = 2 ** zoom
  const [firstColumn, lastColumn] = [Math.floor(part.left * count), Math.ceil((part.left + part.width) * count) - 1]
  const [firstRow, lastRow] = [Math.floor(part.top * count), Math.ceil((part.top + part.height) * count) - 1]
  const tiles = numbers(firstRow, lastRow).flatMap((row) =>
    numbers(firstColumn, lastColumn).flatMap((column) => {
      const tile = relief.find(zoom, ((column % count) + count) % count, row)
      if (tile === undefined) return []
      return [{ input: Buffer.from(tile), left: (column - firstColumn) * tileSize, top: (row - firstRow) * tileSize }]
    }),
  )
  const sharp = await loadSharp()
  const sheet = await sharp({
    create: {
      width: (lastColumn - firstColumn + 1) * tileSize,
      height: (lastRow - firstRow + 1) * tileSize,
      channels: 3,
      background: '#c3d7df',
    },
  })
    .composite(tiles)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pixels = count * tileSize
  const { channels, width: sheetWidth, height: sheetHeight } = sheet.info
  const left = Math.floor(part.left * pixels - firstColumn * tileSize)
  const top = Math.floor(part.top * pixels - firstRow * tileSize)
  return sharp(sheet.data, { raw: { channels, width: sheetWidth, height: sheetHeight } })
    .extract({
      left,
      top,
      width: Math.min(sheetWidth - left, Math.round(part.width * pixels)),
      height: Math.min(sheetHeight - top, Math.round(part.height * pixels)),
    })
    .resize(width, height, { fit: 'fill' })
    .webp({ quality: 68 })
    .toBuffer()
}

function numbers(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}
