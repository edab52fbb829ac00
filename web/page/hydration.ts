import { createContext } from 'react'

/** Paths of the built files that the HTML of a page links to. */
export interface Assets {
  scripts: string[]
  styles: string[]
  preloads: string[]
}
export const AssetsContext = createContext<Assets>({ scripts: [], styles: [], preloads: [] })

/** Data from which the server rendered the page. The browser needs the same data for hydration. */
export interface Hydration {
  assets: Assets
  loaderData: unknown
  errors: unknown
}
export const HydrationContext = createContext<string>('')
export const hydrationId = 'hydration'
