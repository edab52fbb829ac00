import { readTextFile } from '#web/session/site-files.ts'

/** Fetches the document of a section that is not on display. Throws if it cannot be fetched. */
export async function fetchSection(href: string, signal: AbortSignal): Promise<Document> {
  return new DOMParser().parseFromString(withoutStyles(await readTextFile(href, signal)), 'application/xhtml+xml')
}

/**
 * Returns a section without its styles, which the content security policy of this page would report. The server escapes
 * `<` and `>` wherever they are not markup. Each style element becomes an empty one, so that positions stay the same.
 */
function withoutStyles(source: string): string {
  return source
    .replace(/<style[^>]*>[^<]*<\/style>/g, '<desc></desc>')
    .replace(/<[^>]*>/g, (tag) => tag.replace(/ style="[^"]*"/, ''))
}
