import { useLayoutEffect, useRef } from 'react'

/**
 * React hook that positions an element above a rectangle of the page, or below it if there is no space above; always
 * within the window. The position is set as `--beside-left` and `--beside-top`.
 */
export function usePositionBeside<E extends HTMLElement>(box: DOMRect | null) {
  const element = useRef<E>(null)
  useLayoutEffect(() => {
    const node = element.current
    if (node === null || box === null) return
    const { width, height } = node.getBoundingClientRect()
    const { clientWidth, clientHeight } = document.documentElement
    const left = Math.min(Math.max(8, box.x + box.width / 2 - width / 2), clientWidth - width - 8)
    const above = box.y - height - 10
    const top = above > 56 ? above : Math.min(box.y + box.height + 14, clientHeight - height - 8)
    node.style.setProperty('--beside-left', `${left}px`)
    node.style.setProperty('--beside-top', `${top}px`)
  }, [box])
  return element
}
