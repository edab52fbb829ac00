import type { Outline } from '#shared/api/reader/reading.ts'
import { notify } from './reader-store.ts'

const names = { landscape: '横屏', portrait: '竖屏' } as const

/**
 * Asks the user of a phone or tablet to rotate the device if the book was made for the other orientation of the screen.
 * The window of a computer cannot be rotated.
 */
export function notifyOrientation({ rendition: { orientation } }: Outline) {
  if (orientation === 'auto' || matchMedia(`(pointer: fine), (orientation: ${orientation})`).matches) return
  notify(`这本书适合${names[orientation]}看，可以把设备转过来`)
}
