import type { Browser, Page } from 'playwright'

/**
 * Opens a page of a browser that has nothing of the site except the reading progress in a book, at a fraction of it
 * from 0 to 1. The page is still empty; close its context in the end.
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
