import { Overlayer } from 'foliate-js/overlayer.js'
import type { AnnotationColor } from '#shared/api/reader/annotation.ts'

export const annotationColors: Record<AnnotationColor, string> = {
  yellow: '黄',
  green: '绿',
  blue: '蓝',
  pink: '粉',
  underline: '下划线',
}

type Paint = AnnotationColor | 'spoken'
const paints: Record<'light' | 'dark', Record<Paint, string>> = {
  light: {
    yellow: '#ffe07a',
    green: '#bfe6bd',
    blue: '#bcdcf7',
    pink: '#fbc8dc',
    underline: '#fa8c16',
    spoken: '#ffd8a8',
  },
  dark: {
    yellow: '#4a3c00',
    green: '#1d4223',
    blue: '#173a5c',
    pink: '#552038',
    underline: '#fa8c16',
    spoken: '#5c3308',
  },
}

/**
 * Sets how the marks above a section are mixed with its text. On light paper the darker colour of mark and text is
 * shown, and on dark paper the lighter one, so that a mark never covers letters, however many marks lie over each
 * other. Pages of a fixed size are always light.
 */
export function mixMarks({ element }: Overlayer, doc: Document) {
  element.style.mixBlendMode = isDark(doc) ? 'lighten' : 'darken'
}

/** Draws a mark above a range of a section, in place of the mark with the same key. */
export function drawMark(overlayer: Overlayer, key: string, range: Range, paint: Paint) {
  const doc = range.startContainer.ownerDocument
  if (doc === null) return
  const draw = paint === 'underline' ? Overlayer.underline : Overlayer.highlight
  const color = paints[isDark(doc) ? 'dark' : 'light'][paint]
  overlayer.add(key, range, draw, { color, writingMode: getComputedStyle(doc.body).writingMode })
}

function isDark(doc: Document): boolean {
  return getComputedStyle(doc.documentElement).colorScheme === 'dark'
}
