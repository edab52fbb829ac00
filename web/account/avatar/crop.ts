/**
 * The square crop of a picture. `x` and `y` are its centre in pixels of the picture; `zoom` is the shorter side of the
 * picture divided by the side of the square.
 */
export interface Crop {
  x: number
  y: number
  zoom: number
}
interface Size {
  width: number
  height: number
}

export const maxZoom = 4

export function middleOf({ width, height }: Size): Crop {
  return { x: width / 2, y: height / 2, zoom: 1 }
}

/** Returns the side length of the square crop in pixels of the picture. */
function sideOf({ width, height }: Size, { zoom }: Crop): number {
  return Math.min(width, height) / zoom
}

/** Moves the square crop of a picture by fractions of its side length and keeps it inside the picture. */
export function moveCrop(size: Size, crop: Crop, dx: number, dy: number): Crop {
  const side = sideOf(size, crop)
  return clampCrop(size, { ...crop, x: crop.x + dx * side, y: crop.y + dy * side })
}

export function zoomCrop(size: Size, crop: Crop, zoom: number): Crop {
  return clampCrop(size, { ...crop, zoom: clamp(zoom, 1, maxZoom) })
}

/** Draws the square crop of a picture so that it fills the canvas; transparent parts of the picture become white. */
export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop) {
  const context = canvas.getContext('2d')
  if (context === null) return
  const side = sideOf(picture, crop)
  context.imageSmoothingQuality = 'high'
  context.fillStyle = '#fffdf9'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, crop.x - side / 2, crop.y - side / 2, side, side, 0, 0, canvas.width, canvas.height)
}

function clampCrop(size: Size, crop: Crop): Crop {
  const half = sideOf(size, crop) / 2
  return { ...crop, x: clamp(crop.x, half, size.width - half), y: clamp(crop.y, half, size.height - half) }
}

function clamp(value: number, min: number, max: number) {
  return Math.min(Math.max(value, min), max)
}
