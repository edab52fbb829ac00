import type { Frame, Page } from 'playwright'

/**
 * Returns the frame of the book section that the reader shows, as soon as the section contains the text. The frame is
 * inside a closed shadow tree, which the selectors of Playwright do not enter.
 */
export async function sectionContaining(page: Page, text: string): Promise<Frame> {
  for (let tries = 0; tries < 300; tries += 1) {
    for (const frame of page.frames()) {
      if (!frame.url().includes('/entry/')) continue
      const shown = await frame.evaluate(() => document.body?.textContent ?? '').catch(() => '')
      if (!shown.includes(text)) continue
      // The reader can turn pages only after it has laid out the section of the book.
      await page.locator('.reader-text[aria-busy="false"]').waitFor({ state: 'attached' })
      return frame
    }
    await page.waitForTimeout(50)
  }
  throw new Error(`no section says ${text}`)
}

/** Opens a book and waits until the text is readable. */
export async function openBook(page: Page, path: string, text: string): Promise<Frame> {
  await page.goto(path)
  return sectionContaining(page, text)
}

/** Selects words in a section of an open book, as a user would with the mouse or the keyboard. */
export async function choose(frame: Frame, words: string) {
  await frame.evaluate((words) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const at = node.nodeValue?.indexOf(words) ?? -1
      if (at < 0) continue
      document.getSelection()?.setBaseAndExtent(node, at, node, at + words.length)
      return
    }
    throw new Error(`nowhere: ${words}`)
  }, words)
}

/** Returns the reading progress in percent that the reading page displays. */
export async function percentRead(page: Page): Promise<number> {
  return Number.parseFloat(await page.locator('.reader-percent').innerText())
}
