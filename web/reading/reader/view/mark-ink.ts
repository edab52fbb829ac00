/** Width and height in pixels of the copy of a picture whose colours are examined. */
const size = 48
/** Shares of pixels from which on a picture counts as transparent, and its ink as dark or as light. */
const shares = { clear: 0.02, dark: 0.1, light: 0.05 }
/** Greatest mean difference between the red, green and blue of grey ink; 1 is that of a pure colour. */
const greyness = 0.08

type Ink = 'none' | 'grey' | 'coloured'

/**
 * Marks the pictures of a section that are drawn in dark ink on a transparent ground, so that the style sheet can make
 * them visible on dark paper: grey ones are inverted, coloured ones get a light ground. Pictures that are not loaded
 * yet are marked later.
 */
export function markInk(doc: Document) {
  for (const picture of doc.querySelectorAll<HTMLImageElement>('img:not([data-ink])')) {
    if (picture.complete) picture.dataset['ink'] = inkOf(picture)
    else picture.addEventListener('load', () => (picture.dataset['ink'] = inkOf(picture)), { once: true })
  }
}

/** Returns the kind of dark ink of a picture; `none` if the picture covers its ground or its ink is light. */
function inkOf(picture: HTMLImageElement): Ink {
  // JPEG pictures have no transparent pixels.
  if (picture.naturalWidth === 0 || /\.jpe?g$|^data:image\/jpeg/i.test(picture.src)) return 'none'
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = size
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) return 'none'
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, size, size)
  return classifyInk(context.getImageData(0, 0, size, size).data)
}

function classifyInk(pixels: Uint8ClampedArray): Ink {
  let [clear, ink, dark, light, colour] = [0, 0, 0, 0, 0]
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4)
    const opacity = alpha / 255
    const brightness = (0.299 * red + 0.587 * green + 0.114 * blue) / 255
    if (opacity < 0.5) clear += 1
    // Thin lines are faint in the copy, so each pixel counts by its opacity.
    ink += opacity
    if (brightness < 0.4) dark += opacity
    if (brightness > 0.6) light += opacity
    colour += (opacity * (Math.max(red, green, blue) - Math.min(red, green, blue))) / 255
  }
  if (ink === 0 || clear / (size * size) < shares.clear || dark / ink < shares.dark) return 'none'
  return colour / ink <= greyness && light / ink <= shares.light ? 'grey' : 'coloured'
}
