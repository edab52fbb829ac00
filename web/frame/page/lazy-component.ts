import { type ComponentType, lazy } from 'react'

/**
 * Returns a component that is loaded after the page. If loading fails (offline, or after a new version has replaced its
 * file), `Substitute` is rendered.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Substitute: ComponentType<P> = () => null,
) {
  return lazy<ComponentType<P>>(() =>
    load().then(
      (Part) => ({ default: Part }),
      () => ({ default: Substitute }),
    ),
  )
}
