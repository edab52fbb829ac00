import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react'
import { watchGestures } from './watch-gestures.ts'
import { clampZoom, type Point, type Zoom, zoomAt } from './zoom.ts'

/** Pixels by which an arrow key moves the window over the picture. */
const keyStep = 80
const step = 1.5
const moves: Record<string, Point> = {
  ArrowLeft: { x: keyStep, y: 0 },
  ArrowRight: { x: -keyStep, y: 0 },
  ArrowUp: { x: 0, y: keyStep },
  ArrowDown: { x: 0, y: -keyStep },
}
const whole: Zoom = { scale: 1, x: 0, y: 0 }

/**
 * Maximum factor by which a small picture is enlarged before the user zooms. SVG images have no such limit, because
 * they stay sharp.
 */
const maxEnlargement = 3

/** Gives a picture the greatest size at which the element around it shows it whole. */
function fitPicture(image: HTMLImageElement, stage: HTMLElement) {
  const { naturalWidth, naturalHeight, src } = image
  if (naturalWidth === 0 || naturalHeight === 0) return
  const isDrawing = /\.svg$|^data:image\/svg/.test(src)
  const room = Math.min(stage.clientWidth / naturalWidth, stage.clientHeight / naturalHeight)
  const share = isDrawing ? room : Math.min(room, maxEnlargement)
  image.style.width = `${naturalWidth * share}px`
  image.style.height = `${naturalHeight * share}px`
}

/**
 * React hook for a picture that is zoomed by the wheel, by two fingers, by a double click and by keys, and moved by
 * dragging and by the arrow keys. The refs belong on the picture and on the element around it.
 */
export function useZoom() {
  const stage = useRef<HTMLDivElement>(null)
  const image = useRef<HTMLImageElement>(null)
  const zoom = useRef(whole)
  const apply = (next: Zoom) => {
    if (stage.current === null || image.current === null) return
    const { clientWidth, clientHeight } = stage.current
    const { offsetWidth, offsetHeight } = image.current
    const window = { width: clientWidth, height: clientHeight }
    zoom.current = clampZoom(next, window, { width: offsetWidth, height: offsetHeight })
    const { scale, x, y } = zoom.current
    image.current.style.transform = `translate(${x}px, ${y}px) scale(${scale})`
    stage.current.dataset['zoomed'] = String(scale > 1)
  }
  const zoomBy = (factor: number, at: Point = { x: 0, y: 0 }) => apply(zoomAt(zoom.current, factor, at))
  const move = ({ x, y }: Point) => apply({ ...zoom.current, x: zoom.current.x + x, y: zoom.current.y + y })
  const handleMove = useEffectEvent(move)
  const handleZoom = useEffectEvent(zoomBy)
  const handleDoubleClick = useEffectEvent((at: Point) => (zoom.current.scale > 1 ? apply(whole) : zoomBy(2.5, at)))
  const fit = useEffectEvent(() => {
    if (stage.current !== null && image.current !== null) fitPicture(image.current, stage.current)
    apply(zoom.current)
  })
  useEffect(() => {
    const element = stage.current
    if (element === null) return
    const ending = new AbortController()
    watchGestures(
      element,
      {
        move: (by) => handleMove(by),
        zoom: (factor, at) => handleZoom(factor, at),
        doubleClick: (at) => handleDoubleClick(at),
      },
      ending.signal,
    )
    const observer = new ResizeObserver(() => fit())
    observer.observe(element)
    image.current?.addEventListener('load', () => fit(), { signal: ending.signal })
    return () => {
      ending.abort()
      observer.disconnect()
    }
  }, [])
  const handleKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const by = moves[event.key]
    if (event.key === '+' || event.key === '=') zoomBy(step)
    else if (event.key === '-') zoomBy(1 / step)
    else if (event.key === '0') apply(whole)
    else if (by !== undefined) move(by)
    else return
    event.preventDefault()
  }
  return { stage, image, handleKey, enlarge: () => zoomBy(step), reduce: () => zoomBy(1 / step) }
}
