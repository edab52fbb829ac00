import { providerPrefix } from './adapt-remote-style.ts'

/**
 * Number of failed responses in a row after which the map provider counts as down; fewer failures may be single missing
 * tiles.
 */
const maxFailures = 6

/** Counts failed responses of a map provider, to decide when the map falls back to the site's own basemap. */
export class ProviderWatch {
  #failures = 0

  /** Handles MapLibre's `data` event for a tile; a loaded tile resets the count of failures. */
  loaded(sourceId: string | undefined) {
    if (sourceId?.startsWith(providerPrefix)) this.#failures = 0
  }

  /**
   * Handles MapLibre's `error` event. Returns true when the map provider counts as down. Status 404 is not a failure.
   */
  failed(sourceId: string | undefined, status: number | undefined): boolean {
    if (!sourceId?.startsWith(providerPrefix) || status === 404) return false
    return ++this.#failures >= maxFailures
  }
}
