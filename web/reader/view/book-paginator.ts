import { Paginator } from 'foliate-js/paginator.js'

/** Custom element that shows the pages of a book. It avoids two errors of foliate-js. */
export class BookPaginator extends Paginator {
  /**
   * Lays out the pages again after the window or a setting has changed. While the frame loads a section it has no body,
   * and foliate-js would throw; such a layout is skipped, because every section is laid out after it has loaded.
   */
  override render() {
    if (this.getContents().every(({ doc }) => doc?.body)) super.render()
  }

  /**
   * Removes the pages from the document. The rest is released in the next frame, because foliate-js draws the
   * background a frame after its styles have changed, and throws if the pages are released before.
   */
  override destroy() {
    this.remove()
    requestAnimationFrame(() => {
      if (this.getContents().length > 0) super.destroy()
    })
  }
}

customElements.define('book-paginator', BookPaginator)
