import type { Point } from './zoom.ts'

interface Gestures {
  /** Called when the user drags the picture, with the distance in pixels. */
  move(by: Point): void
  /**
   * Called when the user zooms by the wheel or by two fingers; `at` is the point of the gesture relative to the middle
   * of the element.
   */
  zoom(factor: number, at: Point): void
  doubleClick(at: Point): void
}

/** Reports gestures in an element until the signal is aborted. */
export function watchGestures(element: HTMLElement, { move, zoom, doubleClick }: Gestures, signal: AbortSignal) {
  const pointers = new Map<number, Point>()
  const fromMiddle = ({ x, y }: Point): Point => {
    const box = element.getBoundingClientRect()
    return { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 }
  }
  const down = (event: PointerEvent) => {
    element.setPointerCapture(event.pointerId)
    pointers.set(event.pointerId, fromMiddle({ x: event.clientX, y: event.clientY }))
  }
  const drag = (event: PointerEvent) => {
    const before = pointers.get(event.pointerId)
    if (before === undefined) return
    const after = fromMiddle({ x: event.clientX, y: event.clientY })
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1]
    pointers.set(event.pointerId, after)
    if (other === undefined) return move({ x: after.x - before.x, y: after.y - before.y })
    const [from, to] = [distance(before, other), distance(after, other)]
    move({ x: (after.x - before.x) / 2, y: (after.y - before.y) / 2 })
    if (from > 0) zoom(to / from, { x: (after.x + other.x) / 2, y: (after.y + other.y) / 2 })
  }
  const up = ({ pointerId }: PointerEvent) => void pointers.delete(pointerId)
  const turnWheel = (event: WheelEvent) => {
    event.preventDefault()
    zoom(Math.exp(-event.deltaY / 400), fromMiddle({ x: event.clientX, y: event.clientY }))
  }
  element.addEventListener('pointerdown', down, { signal })
  element.addEventListener('pointermove', drag, { signal })
  element.addEventListener('pointerup', up, { signal })
  element.addEventListener('pointercancel', up, { signal })
  element.addEventListener('wheel', turnWheel, { signal, passive: false })
  element.addEventListener('dblclick', (event) => doubleClick(fromMiddle({ x: event.clientX, y: event.clientY })), {
    signal,
  })
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
