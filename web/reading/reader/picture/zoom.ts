export interface Point {
  x: number
  y: number
}
interface Size {
  width: number
  height: number
}

/** How a picture is drawn: its scale, and the distance of its middle from the middle of the window in pixels. */
export interface Zoom extends Point {
  scale: number
}

export const maxScale = 8

/** Returns the zoom that is `factor` times as large while the picture's point at `at` stays where it is. */
export function zoomAt({ scale, x, y }: Zoom, factor: number, at: Point): Zoom {
  const next = Math.min(maxScale, Math.max(1, scale * factor))
  const growth = next / scale
  return { scale: next, x: at.x - (at.x - x) * growth, y: at.y - (at.y - y) * growth }
}

/**
 * Returns the zoom with the picture moved back so far that it covers the window, or is centred in it if it is smaller.
 */
export function clampZoom({ scale, x, y }: Zoom, window: Size, picture: Size): Zoom {
  const clamp = (value: number, room: number, size: number) => {
    const most = Math.max(0, (size * scale - room) / 2)
    return Math.min(most, Math.max(-most, value))
  }
  return { scale, x: clamp(x, window.width, picture.width), y: clamp(y, window.height, picture.height) }
}
