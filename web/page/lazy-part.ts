import { type ComponentType, lazy } from 'react'

/**
 * A part of the page that comes after it. Where it cannot be loaded (without a connection, or after a new version has
 * replaced its file) the page goes on with `Substitute`.
 */
export function lazyPart<P extends object>(
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
