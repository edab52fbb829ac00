import { loadRareReadings } from '#web/reader/view/rare-readings.ts'
import { loadScript } from '#web/reader/view/load-script.ts'
import { loadSimplified } from '#web/reader/search/search-document.ts'

/**
 * Loads all lazy modules of the reader, to store them for use without a network. Returns the paths of all loaded
 * assets.
 */
export async function loadReaderParts(): Promise<string[]> {
  await Promise.all([
    loadScript('simplified'),
    loadScript('traditional'),
    loadSimplified(),
    loadRareReadings('rare'),
    import('./offline-list.tsx'),
    import('#web/reader/view/fixed-pages.ts'),
    import('#web/reader/dictionary/dictionary-panel.tsx'),
    import('#web/reader/end/reader-end.tsx'),
    import('#web/reader/picture/picture-viewer.tsx'),
    import('#web/reader/speech/speech-bar.tsx'),
    import('#web/reader/progress/sync-reading.ts'),
  ])
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname)
}
