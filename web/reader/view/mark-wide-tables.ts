/**
 * Marks the tables of a section that are wider than the text column, so that the style sheet of the reader lets them
 * scroll. Other tables are not changed and may continue on the next page. Must be called after the layout.
 */
export function markWideTables(doc: Document) {
  for (const table of doc.querySelectorAll('table')) {
    delete table.dataset['wide']
    const { width } = table.getBoundingClientRect()
    const space = table.parentElement?.getBoundingClientRect().width ?? width
    if (width > space + 1) table.dataset['wide'] = ''
  }
}
