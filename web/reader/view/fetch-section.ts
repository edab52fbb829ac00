import { readTextFile } from '#web/session/site-files.ts'

/** Fetches the document of a section that is not on display. Throws if it cannot be fetched. */
export async function fetchSection(href: string, signal: AbortSignal): Promise<Document> {
  return new DOMParser().parseFromString(await readTextFile(href, signal), 'application/xhtml+xml')
}
