import type { ReactNode } from 'react'
import './unfold.css'

/** Button that unfolds the rest of a long list; a `details` element, so that it works without JavaScript. */
export function Unfold({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className="unfold">
      <summary className="button button-quiet">{label}</summary>
      {children}
    </details>
  )
}
