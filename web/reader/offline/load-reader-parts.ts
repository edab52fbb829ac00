import { loadScript } from '#web/reader/view/load-script.ts'
import { loadSimplified } from '#web/reader/search/search-document.ts'

/**
 * Loads what the reader loads only when it is needed, so that it is there without a network; says which files all is
 * in.
 */
export async function loadReaderParts(): Promise<string[]> {
  await Promise.all([
    loadScript('simplified'),
    loadScript('traditional'),
    loadSimplified(),
    import('./offline-list.tsx'),
    import('#web/reader/progress/sync-reading.ts'),
  ])
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname)
}
