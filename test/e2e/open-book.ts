import type { Frame, Page } from 'playwright'

/** The frame the open section is shown in, once its text says this. It lies in a closed shadow tree, which selectors do not enter. */
export async function sectionContaining(page: Page, text: string): Promise<Frame> {
  for (let tries = 0; tries < 300; tries += 1) {
    for (const frame of page.frames()) {
      if (!frame.url().includes('/entry/')) continue
      const said = await frame.evaluate(() => document.body?.textContent ?? '').catch(() => '')
      if (!said.includes(text)) continue
      // Before it is laid out there are no pages to turn.
      await page.locator('.reader-text[aria-busy="false"]').waitFor({ state: 'attached' })
      return frame
    }
    await page.waitForTimeout(50)
  }
  throw new Error(`no section says ${text}`)
}

/** Opens a book and waits until this can be read. */
export async function openBook(page: Page, path: string, text: string): Promise<Frame> {
  await page.goto(path)
  return sectionContaining(page, text)
}

/** Chooses words of a section as a mouse or the keyboard would. */
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

/** How far the reader says he has come, in percent. */
export async function percentRead(page: Page): Promise<number> {
  return Number.parseFloat(await page.locator('.reader-percent').innerText())
}
