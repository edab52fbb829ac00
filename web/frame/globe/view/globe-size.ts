/**
 * Initial diameter of the globe, as a share of the shorter side of the map area that no panel covers. The placeholder
 * image uses the same share.
 */
const discShare = 0.94
/** Size of a map tile in pixels; at zoom 0 the circumference of the equator is one tile. */
const tileSize = 512
/** Vertical field of view of MapLibre's camera, in radians. */
const fieldOfView = 0.6435011087932844

interface View {
  /** Height of the whole map, in pixels. */
  height: number
  /** Shorter side, in pixels, of the part of the map that no panel covers. */
  frame: number
  /** Latitude of the map's centre, in degrees. */
  lat: number
  /** Diameter of the globe as a fraction of `frame`; by default that on the map page. */
  share?: number
}

/**
 * Returns the zoom at which the globe, drawn in perspective, has a diameter of `share` of the shorter side `frame`.
 */
export function zoomToFit({ height, frame, lat, share = discShare }: View): number {
  const visibleRadius = (frame * share) / 2
  const distance = height / 2 / Math.tan(fieldOfView / 2)
  // The visible edge of a sphere is nearer than its centre: visibleRadius = distance · r / √(distance² + 2 · r ·
  // distance), solved for r.
  const radius = (visibleRadius * visibleRadius + visibleRadius * Math.hypot(visibleRadius, distance)) / distance
  // Mercator enlarges the globe by 1 / cos(latitude) at the latitude of the map's centre.
  return Math.log2((2 * Math.PI * radius * Math.cos((lat * Math.PI) / 180)) / tileSize)
}

/** Diameter of a circle that the map shall show, as a share of the shorter side of the map's free part. */
const circleShare = 0.8

/**
 * Returns the zoom at which a circle around the centre of the view fills the free part of the map, up to a margin. The
 * radius of the circle is an angle in degrees. For a radius of zero the zoom is infinite.
 */
export function zoomToCircle({ height, frame, lat }: View, degrees: number): number {
  const visibleRadius = (frame * circleShare) / 2
  const distance = height / 2 / Math.tan(fieldOfView / 2)
  const angle = (degrees * Math.PI) / 180
  // A point of the circle lies r · sin(angle) beside the axis of the camera and r · (1 - cos(angle)) behind the centre:
  // visibleRadius = distance · r · sin(angle) / (distance + r · (1 - cos(angle))), solved for r.
  const radius = (visibleRadius * distance) / (distance * Math.sin(angle) - visibleRadius * (1 - Math.cos(angle)))
  return Math.log2((2 * Math.PI * radius * Math.cos((lat * Math.PI) / 180)) / tileSize)
}

/** Returns the radius of the globe in pixels, for a zoom and the latitude of the map's centre in degrees. */
export function globeRadius(zoom: number, lat: number): number {
  return (tileSize * 2 ** zoom) / (2 * Math.PI * Math.cos((lat * Math.PI) / 180))
}

/**
 * Returns the distance in pixels on the screen between the centre of the globe's visible side and a point of the globe,
 * given by the cosine of the angle between them. The radius of the globe and the height of the map are in pixels.
 */
export function offsetOnScreen(radius: number, height: number, cosine: number): number {
  const distance = height / 2 / Math.tan(fieldOfView / 2)
  return (distance * radius * Math.sqrt(Math.max(0, 1 - cosine * cosine))) / (distance + radius * (1 - cosine))
}

/**
 * Returns the angle in radians between the centre of the globe's visible side and its edge. The radius of the globe and
 * the height of the map are in pixels.
 */
export function horizonOf(radius: number, height: number): number {
  const distance = height / 2 / Math.tan(fieldOfView / 2)
  return Math.acos(radius / (radius + distance))
}
