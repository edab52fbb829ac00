import type { ReactNode } from 'react'
import './unfold.css'

/** The rest of a long list, which unfolds at a press, without scripts too. */
export function Unfold({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className="unfold">
      <summary className="button button-quiet">{label}</summary>
      {children}
    </details>
  )
}
