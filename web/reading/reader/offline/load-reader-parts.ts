import { loadRareReadings } from '#web/reading/reader/view/rare-readings.ts'
import { loadScript } from '#web/reading/reader/view/load-script.ts'
import { loadSimplified } from '#web/reading/reader/search/search-document.ts'

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
    import('#web/reading/reader/view/fixed-pages.ts'),
    import('#web/reading/reader/dictionary/dictionary-panel.tsx'),
    import('#web/reading/reader/end/reader-end.tsx'),
    import('#web/reading/reader/picture/picture-viewer.tsx'),
    import('#web/reading/reader/speech/speech-bar.tsx'),
    import('#web/reading/reader/progress/sync-reading.ts'),
  ])
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname)
}
