import { useEffect, useRef } from 'react'
import type { ContentsEntry } from '#shared/api/reader/reading.ts'
import { jump, useReader } from '#web/reader/state/reader-store.ts'

const none: ContentsEntry[] = []

export function ContentsPanel() {
  const contents = useReader(({ outline }) => outline?.contents ?? none)
  const current = useReader(({ position }) => position?.chapter ?? -1)
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' })
  }, [])
  if (contents.length === 0) return <p className="reader-note">这本书没有目录。</p>
  return (
    <ol className="contents-list" ref={list}>
      {contents.map(({ label, section, fragment, depth }, at) => (
        <li key={`${at} ${label}`}>
          <button
            type="button"
            data-depth={depth}
            aria-current={at === current ? 'location' : undefined}
            onClick={() => void jump((view) => view.goToSection(section, fragment))}
          >
            {label}
          </button>
        </li>
      ))}
    </ol>
  )
}
