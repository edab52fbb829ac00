/**
 * Marks the tables of a section that are wider than their surroundings, so that the style sheet of the reader lets them
 * scroll. Other tables keep the form of a table, which may continue on the next page. Call it after the layout.
 */
export function markWideTables(doc: Document) {
  for (const table of doc.querySelectorAll('table')) {
    delete table.dataset['wide']
    const { width } = table.getBoundingClientRect()
    const space = table.parentElement?.getBoundingClientRect().width ?? width
    if (width > space + 1) table.dataset['wide'] = ''
  }
}
