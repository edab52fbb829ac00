import { createContext } from 'react'

/** Paths of the built files that a page needs. */
export interface Assets {
  styles: string[]
  /** Modules in the order in which the browser evaluates them: dependencies first, the module that hydrates last. */
  modules: string[]
}

/** The files of a page, and whether its modules are loaded at once rather than after the first paint. */
export interface PageAssets extends Assets {
  startsAtOnce: boolean
}
export const AssetsContext = createContext<PageAssets>({ styles: [], modules: [], startsAtOnce: false })

/** Data from which the server rendered the page. The browser needs the same data for hydration. */
export interface Hydration {
  assets: PageAssets
  loaderData: unknown
  errors: unknown
}
export const HydrationContext = createContext<string>('')
/**
 * The inline script in the head of the page, see `start-script.ts`. It is empty in the browser, where the script has
 * already run and hydration leaves its text in place.
 */
export const StartScriptContext = createContext<string>('')
export const hydrationId = 'hydration'
