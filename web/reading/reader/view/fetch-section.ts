import { readTextFile } from '#web/frame/session/site-files.ts'

/** Fetches the document of a section that is not on display. Throws if it cannot be fetched. */
export async function fetchSection(href: string, signal: AbortSignal): Promise<Document> {
  return new DOMParser().parseFromString(withoutStyles(await readTextFile(href, signal)), 'application/xhtml+xml')
}

/**
 * Returns a section without its styles, which the content security policy of this page would report. Regular
 * expressions are enough, because the server escapes `<` and `>` wherever they are not markup. An empty element
 * replaces each style element, so that the locators (CFI) in the section stay the same.
 */
function withoutStyles(source: string): string {
  return source
    .replace(/<style[^>]*>[^<]*<\/style>/g, '<desc></desc>')
    .replace(/<[^>]*>/g, (tag) => tag.replace(/ style="[^"]*"/, ''))
}
