import { Paginator } from 'foliate-js/paginator.js'

/**
 * Custom element that shows the pages of a book. foliate-js lays out the pages again when the window or a setting
 * changes, and throws if the frame is loading a section and has no body yet. This class skips such a layout, because
 * foliate-js lays out every section after loading it.
 */
export class BookPaginator extends Paginator {
  override render() {
    if (this.getContents().every(({ doc }) => doc?.body)) super.render()
  }
}

customElements.define('book-paginator', BookPaginator)
