import { Overlayer } from 'foliate-js/overlayer.js'
import type { Annotation, AnnotationColor } from '#shared/api/reader/annotation.ts'

export const annotationColors: Record<AnnotationColor, { name: string; paint: string }> = {
  yellow: { name: '黄', paint: '#f5c518' },
  green: { name: '绿', paint: '#4caf50' },
  blue: { name: '蓝', paint: '#3f9be0' },
  pink: { name: '粉', paint: '#ec6a9c' },
  underline: { name: '下划线', paint: '#fa8c16' },
}

export function drawAnnotation(overlayer: Overlayer, { id, color }: Annotation, range: Range) {
  const body = range.startContainer.ownerDocument?.body
  const writingMode = body ? getComputedStyle(body).writingMode : ''
  const draw = color === 'underline' ? Overlayer.underline : Overlayer.highlight
  overlayer.add(id, range, draw, { color: annotationColors[color].paint, writingMode })
}
