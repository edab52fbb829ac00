import { type ComponentType, lazy } from 'react'

/**
 * Returns a component that is rendered on the server and hydrated later, once its script has loaded. The page's loader
 * must await `ready`, so that the component is also available when the page is rendered in the browser.
 */
export function lateComponent<P extends object>(load: () => Promise<ComponentType<P>>) {
  let loaded: ComponentType<P> | undefined
  const ready = () =>
    load().then(
      (Part) => void (loaded = Part),
      () => undefined,
    )
  const Part = lazy<ComponentType<P>>(() => (loaded === undefined ? later(load) : resolvedModule(loaded)))
  return { Part, ready }
}

/**
 * Loads the code of a component for hydration. If the code cannot be loaded, the promise stays pending, so that the
 * server's HTML of the component stays in place.
 */
async function later<P>(load: () => Promise<ComponentType<P>>) {
  try {
    return { default: await load() }
  } catch {
    return new Promise<never>(() => undefined)
  }
}

/**
 * Returns a promise of the component that React can read at once while it renders, because the server renders a page
 * only once and does not wait.
 */
function resolvedModule<P>(Part: ComponentType<P>): Promise<{ default: ComponentType<P> }> {
  const module = { default: Part }
  const then = (done: (value: typeof module) => unknown) => done(module)
  // oxlint-disable-next-line unicorn/no-thenable
  return Object.assign(Promise.resolve(module), { then })
}
