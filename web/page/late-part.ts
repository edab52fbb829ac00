import { type ComponentType, lazy } from 'react'

/**
 * A part whose HTML comes with the page and whose script comes after it: until then what the server wrote stays as it is.
 * The page's loader waits for `ready`, so that the part is there wherever the page is not taken up from the server's HTML.
 */
export function serverPart<P extends object>(load: () => Promise<ComponentType<P>>) {
  let loaded: ComponentType<P> | undefined
  const ready = () =>
    load().then(
      (Part) => void (loaded = Part),
      () => undefined,
    )
  const Part = lazy<ComponentType<P>>(() => (loaded === undefined ? later(load) : atOnce(loaded)))
  return { Part, ready }
}

/** Where the script cannot be loaded the server's HTML is better than nothing. */
async function later<P>(load: () => Promise<ComponentType<P>>) {
  try {
    return { default: await load() }
  } catch {
    return new Promise<never>(() => undefined)
  }
}

/** React takes what such a promise holds in the same rendering; the server renders but once. */
function atOnce<P>(Part: ComponentType<P>): Promise<{ default: ComponentType<P> }> {
  const module = { default: Part }
  const then = (done: (value: typeof module) => unknown) => done(module)
  // oxlint-disable-next-line unicorn/no-thenable
  return Object.assign(Promise.resolve(module), { then })
}
