import { loadScript } from './load-script.ts'
import { loadSimplified } from './search-document.ts'

/** Loads what the reader loads only when it is needed, so that it is there without a network; says which files all is in. */
export async function loadReaderParts(): Promise<string[]> {
  await Promise.all([
    loadScript('simplified'),
    loadScript('traditional'),
    loadSimplified(),
    import('./kept-list.tsx'),
    import('./sync-reading.ts'),
  ])
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname)
}
