import { Paginator } from 'foliate-js/paginator.js'

/**
 * The element that shows a book. foliate-js lays its pages out again whenever the size of the window or a setting changes, and
 * fails if the frame is just loading a section and has no body yet. Here it waits: every loaded section is laid out anyway.
 */
export class BookPaginator extends Paginator {
  override render() {
    if (this.getContents().every(({ doc }) => doc?.body)) super.render()
  }
}

customElements.define('book-paginator', BookPaginator)
