import type { Browser, Page } from 'playwright'

/**
 * Opens an empty page in a new browser context, whose only data of the site is the reading progress in a book:
 * `fraction` is the position in the book, from 0 to 1. The caller must close the context.
 */
export async function newReaderPage(
  browser: Browser,
  origin: string,
  { bookId, fileId, fraction }: { bookId: string; fileId: string; fraction: number },
  viewport = { width: 1280, height: 720 },
): Promise<Page> {
  const progress = {
    bookId,
    fileId,
    locator: '',
    fraction,
    updatedAt: '2026-01-01T00:00:00.000Z',
    deviceId: fileId,
    device: '',
  }
  const localStorage = [
    { name: `reading:visitor:${bookId}`, value: JSON.stringify({ progress, annotations: [], unsent: [] }) },
  ]
  const storageState = { cookies: [], origins: [{ origin, localStorage }] }
  const context = await browser.newContext({ storageState, viewport, reducedMotion: 'reduce' })
  return context.newPage()
}
