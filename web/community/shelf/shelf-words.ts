import type { ShelfState } from '#shared/api/book/shelf.ts'

export const shelfStates: ShelfState[] = ['want', 'reading', 'read']

export const shelfNames: Record<ShelfState, string> = { want: '想读', reading: '在读', read: '读过' }

export const dayNames: Record<ShelfState, string> = { want: '加入的日子', reading: '开始的日子', read: '读完的日子' }

/** Returns today's date in the user's time zone as `YYYY-MM-DD`. */
export function today(): string {
  const now = new Date()
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}
