/** A section that has not come by then (its frame does not say so) is not waited for by what is asked for after it. */
export const longestWait = 8000

/** What is asked of the paginator, one after another: while it is busy it forgets what else it is asked for. */
export class PageQueue {
  #last: Promise<unknown> = Promise.resolve()
  #turns = 0
  #jumps = 0
  /** After a jump that did not arrive there are no pages to turn. */
  #isLost = false

  /** One turn may wait for another; a key held down does not turn pages after it is let go. */
  async turn(make: () => Promise<void>) {
    if (this.#turns > 1) return
    this.#turns += 1
    await this.#add(async () => {
      if (!this.#isLost) await make()
    }).finally(() => (this.#turns -= 1))
  }

  /** Of jumps that wait only the latest is made. */
  async jump(make: () => Promise<void>) {
    const asked = (this.#jumps += 1)
    await this.#add(async () => {
      if (asked !== this.#jumps) return
      this.#isLost = true
      await make()
      this.#isLost = false
    })
  }

  #add(make: () => Promise<void>): Promise<void> {
    const made = this.#last.then(make)
    this.#last = this.#last.then(() => endOf(made))
    return made
  }
}

/** When it is done, has failed or has taken too long. */
async function endOf(made: Promise<void>) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise((resolve) => (timer = setTimeout(resolve, longestWait)))
  await Promise.race([made, late]).catch(() => undefined)
  clearTimeout(timer)
}
