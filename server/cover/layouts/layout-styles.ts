import { sheetHeight, sheetWidth } from './cover-sheet.ts'

/** What the layouts have in common, and what makes them one family. */

export const wholeSheet = { x: 0, y: 0, width: sheetWidth, height: sheetHeight } as const
export const authorStyle = { direction: 'across', largest: 32, spacing: 0.1, mostLines: 1 } as const
export const centredAuthor = { ...authorStyle, align: 'center' } as const
export const authorColumn = { direction: 'down', largest: 30, spacing: 0.16, mostLines: 2 } as const
export const subtitleStyle = { direction: 'across', largest: 29, spacing: 0.06, leading: 1.4, mostLines: 2 } as const
export const centredSubtitle = { ...subtitleStyle, align: 'center' } as const
