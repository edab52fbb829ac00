import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { SearchBox } from './search-box.tsx'

/** A field where there is room for one; else a button that lays the field over the header. Without JavaScript it leads to the one on the list of books. */
export function HeaderSearch() {
  const { key: here } = useLocation()
  // Whoever has found something is elsewhere, and done with the field.
  const [openedAt, setOpenedAt] = useState<string>()
  const isOpen = openedAt === here
  const button = useRef<HTMLAnchorElement>(null)
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isOpen) field.current?.querySelector('input')?.focus()
  }, [isOpen])
  const close = () => {
    setOpenedAt(undefined)
    button.current?.focus()
  }
  return (
    <>
      <a
        className="icon-button header-search-button"
        href="/book"
        aria-label="搜索"
        aria-expanded={isOpen}
        ref={button}
        onClick={(event) => {
          event.preventDefault()
          setOpenedAt(here)
        }}
      >
        <Search size={20} strokeWidth={1.5} aria-hidden />
      </a>
      <div className="header-search" data-open={isOpen || undefined} ref={field}>
        <SearchBox label="站内搜索" key={here} onEscape={close} />
        <button type="button" className="icon-button header-search-close" onClick={close} aria-label="收起搜索">
          <X size={20} strokeWidth={1.5} aria-hidden />
        </button>
      </div>
    </>
  )
}
