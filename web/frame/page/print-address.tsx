import { useSite } from './use-site.ts'

/** The address of a page, which is visible only in print, so that people can find the page again from the paper. */
export function PrintAddress({ path }: { path: string }) {
  const { name, publicUrl } = useSite()
  return (
    <p className="print-address" aria-hidden>
      {name} · {publicUrl + path}
    </p>
  )
}
