import { useSite } from './use-site.ts'

/** The address of a page, which only paper shows: a reader of the printed page finds the page again with it. */
export function PrintAddress({ path }: { path: string }) {
  const { name, publicUrl } = useSite()
  return (
    <p className="print-address" aria-hidden>
      {name} · {publicUrl + path}
    </p>
  )
}
