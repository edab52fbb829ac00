import { sheetHeight, sheetWidth } from './cover-sheet.ts'

/** Text styles that all cover layouts share, so that the drawn covers look alike. */

export const wholeSheet = { x: 0, y: 0, width: sheetWidth, height: sheetHeight } as const
export const authorStyle = { direction: 'across', maxSize: 32, spacing: 0.1, maxLines: 1 } as const
export const centredAuthor = { ...authorStyle, align: 'center' } as const
export const authorColumn = { direction: 'down', maxSize: 30, spacing: 0.16, maxLines: 2 } as const
export const subtitleStyle = { direction: 'across', maxSize: 29, spacing: 0.06, leading: 1.4, maxLines: 2 } as const
export const centredSubtitle = { ...subtitleStyle, align: 'center' } as const
