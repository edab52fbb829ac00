import { type ComponentType, createElement, lazy, type LazyExoticComponent, useState } from 'react'

/**
 * Returns a component for the server's HTML that browsers hydrate later, once its script has loaded. It must be rendered
 * in a `Suspense` boundary: until the script has loaded, React leaves the server's HTML of the boundary in place. The
 * loader of the page must await `ready`, so that the component is available when the server renders the page and when
 * the page is opened by client-side navigation.
 */
export function lateComponent<P extends object>(load: () => Promise<ComponentType<P>>) {
  let loaded: ComponentType<P> | undefined
  const Lazy = lazy(async () => ({ default: await loadWithRetry(load) }))
  const ready = async () => {
    // If loading fails in the browser, the component tries again when it is rendered.
    loaded ??= await load().catch(() => undefined)
  }
  function Part(props: P) {
    // The choice is fixed for as long as the component is mounted; another type would lose its state.
    const [Chosen] = useState<ComponentType<P> | LazyExoticComponent<ComponentType<P>>>(() => loaded ?? Lazy)
    return createElement(Chosen as ComponentType<P>, props)
  }
  return { Part, ready }
}

/**
 * Loads a component, and after each failure tries again when the browser is online again. If loading
 * failed for good instead, React would replace the server's HTML by an error message.
 */
async function loadWithRetry<P>(load: () => Promise<ComponentType<P>>): Promise<ComponentType<P>> {
  try {
    return await load()
  } catch {
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
    return loadWithRetry(load)
  }
}
