import { useLayoutEffect, useRef } from 'react'

/** Puts an element above a place of the page, or below where there is no room; always within the window. */
export function useBeside<E extends HTMLElement>(box: DOMRect | null) {
  const element = useRef<E>(null)
  useLayoutEffect(() => {
    const own = element.current
    if (own === null || box === null) return
    const { width, height } = own.getBoundingClientRect()
    const { clientWidth, clientHeight } = document.documentElement
    const left = Math.min(Math.max(8, box.x + box.width / 2 - width / 2), clientWidth - width - 8)
    const above = box.y - height - 10
    const top = above > 56 ? above : Math.min(box.y + box.height + 14, clientHeight - height - 8)
    own.style.left = `${left}px`
    own.style.top = `${top}px`
  }, [box])
  return element
}
