import { type ComponentType, lazy, useState } from 'react'

/**
 * Returns a component that is rendered on the server and hydrated later, once its script has loaded. The component must
 * be rendered in a `Suspense` boundary: React leaves the server's HTML of the boundary in place until then, also when
 * the script cannot be loaded. The page's loader must await `ready`, so that the component is available when the server
 * renders the page and when the page is opened by client-side navigation.
 */
export function lateComponent<P extends object>(load: () => Promise<ComponentType<P>>) {
  let loaded: ComponentType<P> | undefined
  // A rejected promise would make React replace the server's HTML by an error message; this promise stays pending.
  const pending = () => new Promise<never>(() => undefined)
  const Lazy = lazy(() => load().then((Loaded) => ({ default: Loaded }), pending)) as ComponentType<P>
  const ready = async () => {
    loaded ??= await load().catch(() => undefined)
  }
  function Part(props: P) {
    // The type stays the same for as long as the component is mounted, because another type would lose the state.
    const [Chosen] = useState(() => loaded ?? Lazy)
    return <Chosen {...props} />
  }
  return { Part, ready }
}
