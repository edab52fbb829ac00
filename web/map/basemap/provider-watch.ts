import { providerPrefix } from './adapt-remote-style.ts'

/** So many answers in a row that are failures mean the provider is down, not that one tile is bad. */
const patience = 6

/** Tells when a provider's map has to give way to the site's own. */
export class ProviderWatch {
  #failures = 0

  /** MapLibre's `data` event with a tile. */
  loaded(sourceId: string | undefined) {
    if (sourceId?.startsWith(providerPrefix)) this.#failures = 0
  }

  /** MapLibre's `error` event; true when it is time. A tile that does not exist is no failure. */
  failed(sourceId: string | undefined, status: number | undefined): boolean {
    if (!sourceId?.startsWith(providerPrefix) || status === 404) return false
    return ++this.#failures >= patience
  }
}
