export const imageRatio = 2
/** Colour of the numbers and lines of the marks. */
export const numberInk = '#3a1f04'
const paper = '#fffdf9'
/** The names of the images of the needle and of the head of the pin that shows the place of the current card. */
export const needleImage = 'pin-needle'
export const pinHeadImage = 'pin-head'
/** The beginning of the names of the images of a tour's stops; the first and last stop have images of their own. */
export const stopImage = 'tour-stop-'
/** The beginning of the names of images that show the cover of a book. */
export const bookImage = 'mark-book'
/** The label on the cover of a book whose own cover is unknown. */
const plainLabel = 'r6597fffdf9'
/** Returns the value of a colour from the style sheets; operators may have changed the colours of their site. */
const colorOf = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name)
const accent = () => colorOf('--accent')

/**
 * For each image name, the width and height in pixels of the stack of books that marks a cluster, and the number of
 * books below the first one. Clusters in a map tile are at least 44 px apart, so larger stacks would overlap.
 */
const stacks: Record<string, Stack> = {
  'mark-1': { width: 24, height: 27, behind: 1 },
  'mark-2': { width: 27, height: 30, behind: 2 },
  'mark-3': { width: 33, height: 35, behind: 2 },
  'mark-4': { width: 40, height: 39, behind: 3 },
}

interface Stack {
  width: number
  height: number
  behind: number
}

/**
 * Draws the map icon with the given name, such as the icon of a book's mark or of a city. Returns null for an unknown
 * name.
 */
export function drawImage(name: string): ImageData | null {
  const stack = stacks[name]
  if (stack !== undefined) return drawOn(52, (canvas, middle) => drawStack(canvas, middle, stack))
  if (name.startsWith(bookImage)) return drawOn(38, (canvas, middle) => drawBook(canvas, middle, name))
  if (name === 'mark-video') return drawOn(34, drawVideo)
  if (name === needleImage) return drawOn(92, drawNeedle)
  if (name === pinHeadImage) return drawOn(92, drawPinHead)
  const stop = stopColours[name.slice(stopImage.length)]
  if (stop !== undefined && name.startsWith(stopImage)) return drawOn(26, (canvas, at) => drawStop(canvas, at, stop))
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

/** Draws a stack of books from above: the cover of the first one, with its spine, and the edges of those behind it. */
function drawStack(canvas: CanvasRenderingContext2D, middle: number, { width, height, behind }: Stack) {
  canvas.translate(middle - width / 2, middle - height / 2)
  canvas.strokeStyle = numberInk
  canvas.lineWidth = 0.8
  canvas.shadowColor = 'rgb(0 0 0 / 30%)'
  canvas.shadowBlur = 3
  for (let step = behind; step >= 0; step--) {
    roundRect(canvas, [step * 2.5, step * -2, width, height])
    canvas.fillStyle = step % 2 === 0 ? paper : '#f1e3cc'
    canvas.fill()
    canvas.globalAlpha = 0.55
    canvas.stroke()
    canvas.globalAlpha = 1
    canvas.shadowColor = 'transparent'
  }
  canvas.beginPath()
  canvas.roundRect(0.4, 0.4, 4.5, height - 0.8, [1.6, 0, 0, 1.6])
  canvas.fillStyle = accent()
  canvas.fill()
}

/** Draws the icon of a video's mark on the map: a play symbol on a disc. */
function drawVideo(canvas: CanvasRenderingContext2D, middle: number) {
  circle(canvas, middle, 13)
  canvas.fillStyle = paper
  canvas.fill()
  canvas.lineWidth = 2
  canvas.strokeStyle = accent()
  canvas.stroke()
  canvas.translate(middle, middle)
  canvas.fillStyle = numberInk
  fill(canvas, new Path2D('M-3.4-5.6v11.2L6 0Z'))
}

/**
 * Draws the icon of a book's mark on the map: its cover as a few coloured areas, or a plain cover with a label. The
 * name of the icon contains the areas in the format of `SketchSheet` on the server, if it has any.
 */
function drawBook(canvas: CanvasRenderingContext2D, middle: number, name: string) {
  const [width, height] = [20, 30]
  canvas.translate(middle - width / 2, middle - height / 2)
  canvas.shadowColor = 'rgb(0 0 0 / 30%)'
  canvas.shadowBlur = 3
  canvas.fillStyle = accent()
  roundRect(canvas, [0, 0, width, height])
  canvas.fill()
  canvas.shadowColor = 'transparent'
  canvas.save()
  canvas.clip()
  const sketch = name.slice(bookImage.length) || plainLabel
  for (const [, shape, place = '', color] of sketch.matchAll(/(.)(.{4})(.{6})/g)) {
    const [x = 0, y = 0, w = 0, h = 0] = [...place].map((digit) => Number.parseInt(digit, 36))
    canvas.fillStyle = `#${color}`
    canvas.beginPath()
    if (shape === 'r') canvas.rect(x, y, w, h)
    else canvas.ellipse(x + w / 2, y + h / 2, w / 2, h / 2, 0, 0, 2 * Math.PI)
    canvas.fill()
  }
  canvas.restore()
  canvas.fillStyle = 'rgb(0 0 0 / 22%)'
  canvas.fillRect(2, 0, 0.8, height)
  roundRect(canvas, [0, 0, width, height])
  canvas.strokeStyle = paper
  canvas.lineWidth = 1.2
  canvas.stroke()
}

/** Sets the path of the canvas to a rectangle with slightly round corners, given as left, top, width and height. */
function roundRect(canvas: CanvasRenderingContext2D, [left, top, width, height]: [number, number, number, number]) {
  canvas.beginPath()
  canvas.roundRect(left, top, width, height, 2)
}

/** The colours of the disc under the number of a tour's stop, and of its edge. */
const stopColours: Record<string, { fill: string; edge: string }> = {
  none: { fill: paper, edge: '#d9480f' },
  first: { fill: '#c2410c', edge: paper },
  last: { fill: numberInk, edge: paper },
}

function drawStop(canvas: CanvasRenderingContext2D, middle: number, { fill, edge }: { fill: string; edge: string }) {
  circle(canvas, middle, 10.5)
  canvas.fillStyle = fill
  canvas.fill()
  canvas.lineWidth = 2
  canvas.strokeStyle = edge
  canvas.stroke()
}

/** Height of the middle of the pin's head above its place, in pixels: above a mark that stands at the place. */
export const pinHeight = 33

/** Draws the needle of the pin that shows the place of the current card; its tip is at the centre of the image. */
function drawNeedle(canvas: CanvasRenderingContext2D, middle: number) {
  canvas.translate(middle, middle)
  canvas.lineCap = 'round'
  for (const [width, colour] of [
    [5, paper],
    [2.5, numberInk],
  ] as const) {
    canvas.lineWidth = width
    canvas.strokeStyle = colour
    canvas.beginPath()
    canvas.moveTo(0, 0)
    canvas.lineTo(0, -pinHeight)
    canvas.stroke()
  }
}

/** Draws the head of the pin, in an image of the same size as that of the needle. */
function drawPinHead(canvas: CanvasRenderingContext2D, middle: number) {
  canvas.translate(middle, middle - pinHeight)
  canvas.shadowColor = 'rgb(0 0 0 / 35%)'
  canvas.shadowBlur = 4
  circle(canvas, 0, 8.5)
  canvas.fillStyle = accent()
  canvas.fill()
  canvas.shadowColor = 'transparent'
  canvas.lineWidth = 1.5
  canvas.strokeStyle = paper
  canvas.stroke()
  circle(canvas, 0, 3)
  canvas.fillStyle = paper
  canvas.fill()
}

function fill(canvas: CanvasRenderingContext2D, path: Path2D) {
  canvas.fill(path)
}

function dot(canvas: CanvasRenderingContext2D, middle: number, radius: number) {
  circle(canvas, middle, radius)
  canvas.fillStyle = paper
  canvas.fill()
  canvas.lineWidth = 1.2
  canvas.strokeStyle = numberInk
  canvas.stroke()
}

function circle(canvas: CanvasRenderingContext2D, middle: number, radius: number) {
  canvas.beginPath()
  canvas.arc(middle, middle, radius, 0, 2 * Math.PI)
}
