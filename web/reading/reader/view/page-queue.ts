/**
 * Milliseconds that the queue of page turns waits for a section to load, because a frame reports no failure to load.
 */
export const maxWait = 8000

/**
 * Runs the page turns and jumps of the foliate-js paginator one after another, because the paginator ignores calls
 * while it is busy.
 */
export class PageQueue {
  #last: Promise<unknown> = Promise.resolve()
  #turns = 0
  #jumps = 0
  /** Whether the last jump in the book failed, so that there are no pages to turn. */
  #hasFailed = false

  /**
   * Turns a page of the book. Besides the running page turn only one more waits, so that pages stop turning soon after
   * a held key is released.
   */
  async turn(task: () => Promise<void>) {
    if (this.#turns > 1) return
    this.#turns += 1
    await this.#add(async () => {
      if (!this.#hasFailed) await task()
    }).finally(() => (this.#turns -= 1))
  }

  /** Jumps to a position in the book. A waiting jump is dropped when a newer jump is added. */
  async jump(task: () => Promise<void>) {
    const jump = (this.#jumps += 1)
    await this.#add(async () => {
      if (jump !== this.#jumps) return
      this.#hasFailed = true
      await task()
      this.#hasFailed = false
    })
  }

  #add(task: () => Promise<void>): Promise<void> {
    const result = this.#last.then(task)
    this.#last = this.#last.then(() => waitForEnd(result))
    return result
  }
}

/** Resolves when the task of the page queue has succeeded, has failed or has taken longer than `maxWait`. */
async function waitForEnd(task: Promise<void>) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise((resolve) => (timer = setTimeout(resolve, maxWait)))
  await Promise.race([task, timeout]).catch(() => undefined)
  clearTimeout(timer)
}
