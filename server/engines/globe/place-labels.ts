interface Labelled {
  name: string
  /** The point that the label names, in pixels of the picture. */
  x: number
  y: number
  /** The height of the letters of the label in pixels. */
  size: number
}

export interface LabelBox {
  left: number
  top: number
  right: number
  bottom: number
}

/**
 * Returns SVG texts for as many labels as fit beside their points without covering each other or leaving the picture.
 * Earlier labels take precedence over later ones. `isWithin` returns whether a label lies in the picture.
 */
export function placeLabels(labels: Labelled[], isWithin: (box: LabelBox) => boolean): string {
  const taken: LabelBox[] = labels.map(({ x, y }) => ({ left: x - 7, top: y - 7, right: x + 7, bottom: y + 7 }))
  return labels
    .map((label) => {
      const box = positionsOf(label).find((one) => isWithin(one) && !taken.some((other) => overlaps(one, other)))
      if (box === undefined) return ''
      taken.push(box)
      const baseline = box.bottom - label.size * 0.22
      return `<text x="${box.left.toFixed(1)}" y="${baseline.toFixed(1)}" font-size="${label.size}">${escapeXml(label.name)}</text>`
    })
    .join('')
}

/**
 * Returns the positions at which a label may stand, in order of preference: right of its point, left, above, below, and
 * further away.
 */
function positionsOf({ name, x, y, size }: Labelled): LabelBox[] {
  const width = [...name].reduce((sum, letter) => sum + (/[\u0020-\u024f]/.test(letter) ? 0.56 : 1), 0) * size
  const at = (left: number, top: number) => ({ left, top, right: left + width, bottom: top + size * 1.15 })
  const gap = 13
  const wideGap = 22
  return [
    at(x + gap, y - size * 0.6),
    at(x - gap - width, y - size * 0.6),
    at(x - width / 2, y - gap - size * 1.15),
    at(x - width / 2, y + gap - 2),
    at(x - wideGap - width, y - size * 0.6),
    at(x + wideGap, y - size * 0.6),
  ]
}

function overlaps(a: LabelBox, b: LabelBox): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
