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

/** If the script cannot be loaded, the server's HTML stays in place. */
async function later<P>(load: () => Promise<ComponentType<P>>) {
  try {
    return { default: await load() }
  } catch {
    return new Promise<never>(() => undefined)
  }
}

/** Returns a promise that React reads synchronously in the same render; the server renders only once. */
function resolvedModule<P>(Part: ComponentType<P>): Promise<{ default: ComponentType<P> }> {
  const module = { default: Part }
  const then = (done: (value: typeof module) => unknown) => done(module)
  // oxlint-disable-next-line unicorn/no-thenable
  return Object.assign(Promise.resolve(module), { then })
}
