export const imageRatio = 2
const ink = '#3a1f04'
const paper = '#fffdf9'
/** Returns the value of a colour of the style sheets, which the operator may have chosen. */
export const colorOf = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name)
const accent = () => colorOf('--accent')

/**
 * Radius in pixels of the disc that marks a cluster of books, by image name; clusters in a map tile are at least 44 px
 * apart.
 */
const radii: Record<string, number> = { 'mark-1': 13, 'mark-2': 16, 'mark-3': 19, 'mark-4': 22 }

/**
 * Draws the map icon with the given name, such as the icon of a book's mark or of a city. Returns null for an unknown
 * name.
 */
export function drawImage(name: string): ImageData | null {
  const radius = radii[name]
  if (radius !== undefined) return drawOn(2 * radius + 6, (canvas, middle) => disc(canvas, middle, radius))
  if (name === 'mark-book') return drawOn(34, drawBook)
  if (name === 'mark-video') return drawOn(34, drawVideo)
  if (name === 'mark-current') return drawOn(48, drawPin)
  if (name === 'city') return drawOn(8, (canvas, middle) => dot(canvas, middle, 2.4))
  if (name === 'city-capital') return drawOn(12, (canvas, middle) => (dot(canvas, middle, 4), dot(canvas, middle, 1.4)))
  return null
}

/**
 * Draws a map icon on a new square canvas of `size` CSS pixels. Returns null if the browser refuses a canvas context.
 */
function drawOn(size: number, draw: (canvas: CanvasRenderingContext2D, middle: number) => void): ImageData | null {
  const pixels = size * imageRatio
  const canvas = Object.assign(document.createElement('canvas'), { width: pixels, height: pixels }).getContext('2d')
  if (canvas === null) return null
  canvas.scale(imageRatio, imageRatio)
  draw(canvas, size / 2)
  return canvas.getImageData(0, 0, pixels, pixels)
}

function disc(canvas: CanvasRenderingContext2D, middle: number, radius: number) {
  circle(canvas, middle, radius + 3)
  canvas.globalAlpha = 0.26
  canvas.fillStyle = accent()
  canvas.fill()
  canvas.globalAlpha = 1
  circle(canvas, middle, radius)
  canvas.fillStyle = accent()
  canvas.fill()
  canvas.lineWidth = 1.5
  canvas.strokeStyle = paper
  canvas.stroke()
}

function paperDisc(canvas: CanvasRenderingContext2D, middle: number) {
  circle(canvas, middle, 13)
  canvas.fillStyle = paper
  canvas.fill()
  canvas.lineWidth = 2
  canvas.strokeStyle = accent()
  canvas.stroke()
  canvas.translate(middle, middle)
}

/** Draws the icon of a video's mark on the map: a play symbol on a disc. */
function drawVideo(canvas: CanvasRenderingContext2D, middle: number) {
  paperDisc(canvas, middle)
  canvas.fillStyle = ink
  fill(canvas, new Path2D('M-3.4-5.6v11.2L6 0Z'))
}

/** Draws the icon of a book's mark on the map: an open book on a disc. */
function drawBook(canvas: CanvasRenderingContext2D, middle: number) {
  paperDisc(canvas, middle)
  canvas.lineWidth = 1.5
  canvas.lineJoin = 'round'
  canvas.strokeStyle = ink
  canvas.stroke(
    new Path2D('M0 5.2C-1.6 3.8-3.9 3.2-7 3.2V-4.6c3.1 0 5.4.6 7 2 1.6-1.4 3.9-2 7-2V3.2c-3.1 0-5.4.6-7 2ZM0-2.6V5.2'),
  )
}

/**
 * Draws the pin that shows the place of the current card on the map; the tip of the pin is at the centre of the image.
 */
function drawPin(canvas: CanvasRenderingContext2D, middle: number) {
  canvas.translate(middle, middle)
  canvas.shadowColor = 'rgb(0 0 0 / 35%)'
  canvas.shadowBlur = 4
  canvas.fillStyle = accent()
  const pin = new Path2D('M0 0C-3-6-9-9.4-9-15A9 9 0 1 1 9-15C9-9.4 3-6 0 0Z')
  const hole = new Path2D('M-3.4-15a3.4 3.4 0 1 0 6.8 0 3.4 3.4 0 1 0-6.8 0Z')
  fill(canvas, pin)
  canvas.shadowColor = 'transparent'
  canvas.lineWidth = 1.5
  canvas.strokeStyle = paper
  canvas.stroke(pin)
  canvas.fillStyle = paper
  fill(canvas, hole)
}

function fill(canvas: CanvasRenderingContext2D, path: Path2D) {
  canvas.fill(path)
}

function dot(canvas: CanvasRenderingContext2D, middle: number, radius: number) {
  circle(canvas, middle, radius)
  canvas.fillStyle = paper
  canvas.fill()
  canvas.lineWidth = 1.2
  canvas.strokeStyle = ink
  canvas.stroke()
}

function circle(canvas: CanvasRenderingContext2D, middle: number, radius: number) {
  canvas.beginPath()
  canvas.arc(middle, middle, radius, 0, 2 * Math.PI)
}
