import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react'
import { type Crop, drawCrop, moveCrop, zoomCrop } from './crop.ts'

interface CropCanvasProps {
  picture: ImageBitmap
  crop: Crop
  onCrop: (change: (crop: Crop) => Crop) => void
}

const step = 0.05
const steps: Record<string, [number, number]> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
}
const zoomSteps: Record<string, number> = { '+': 1.1, '=': 1.1, '-': 1 / 1.1, _: 1 / 1.1 }

/** The crop area of the avatar dialog, in which the user moves the picture by dragging it or with the arrow keys. */
export function CropCanvas({ picture, crop, onCrop }: CropCanvasProps) {
  const dragStart = useRef<{ x: number; y: number } | null>(null)
  const take = (event: PointerEvent<HTMLCanvasElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    dragStart.current = { x: event.clientX, y: event.clientY }
  }
  const drag = ({ clientX: x, clientY: y, currentTarget }: PointerEvent<HTMLCanvasElement>) => {
    if (dragStart.current === null) return
    const width = currentTarget.clientWidth
    const [dx, dy] = [(dragStart.current.x - x) / width, (dragStart.current.y - y) / width]
    onCrop((now) => moveCrop(picture, now, dx, dy))
    dragStart.current = { x, y }
  }
  const release = () => (dragStart.current = null)
  const press = (event: KeyboardEvent) => {
    const [move, zoom] = [steps[event.key], zoomSteps[event.key]]
    if (move) onCrop((now) => moveCrop(picture, now, ...move))
    if (zoom) onCrop((now) => zoomCrop(picture, now, now.zoom * zoom))
    if (move || zoom) event.preventDefault()
  }
  return (
    <div className="crop-frame">
      <Drawn
        picture={picture}
        crop={crop}
        size={576}
        className="crop-canvas"
        role="application"
        tabIndex={0}
        aria-label="裁剪：按方向键移动，按加号或减号缩放"
        onPointerDown={take}
        onPointerMove={drag}
        onPointerUp={release}
        onPointerCancel={release}
        onWheel={({ deltaY }) => onCrop((now) => zoomCrop(picture, now, now.zoom * Math.exp(-deltaY / 500)))}
        onKeyDown={press}
      />
    </div>
  )
}

interface DrawnProps extends React.ComponentProps<'canvas'> {
  picture: ImageBitmap
  crop: Crop
  /** Side length of the avatar's preview in CSS pixels. */
  size: number
}

/** A preview of the cropped avatar on a canvas of the given size. */
export function Drawn({ picture, crop, size, ...canvas }: DrawnProps) {
  const drawn = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (drawn.current) drawCrop(drawn.current, picture, crop)
  }, [picture, crop])
  return <canvas ref={drawn} width={size} height={size} {...canvas} />
}
