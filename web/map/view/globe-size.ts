/** Share of the frame's lesser side that the globe's disc takes at first; the still picture has the same. */
export const discShare = 0.94
/** A globe's radius on the map is stretched by Mercator at the latitude of its centre. */
const tile = 512
/** Of MapLibre's camera, in radians. */
const fieldOfView = 0.6435011087932844

interface View {
  /** Height of the whole map, in pixels. */
  height: number
  /** The lesser side of the frame the globe is to stand in, in pixels. */
  frame: number
  /** Latitude of the centre, in degrees. */
  lat: number
}

/** The zoom at which the globe's disc, seen in perspective, fills its share of the frame. */
export function zoomToFit({ height, frame, lat }: View): number {
  const seen = (frame * discShare) / 2
  const distance = height / 2 / Math.tan(fieldOfView / 2)
  // The rim one sees of a sphere lies nearer than its middle: seen = distance · r / √(distance² + 2 · r · distance), solved for r.
  const radius = (seen * seen + seen * Math.hypot(seen, distance)) / distance
  return Math.log2((2 * Math.PI * radius * Math.cos((lat * Math.PI) / 180)) / tile)
}
