import type { Feature, LineString, Polygon, Position } from 'geojson'
import { readFileSync } from 'node:fs'

/** Type flags that a PN2 file (a map format of the KDE globe Marble) gives to each shape. */
const line = 0
const innerRing = 3
const several = 4
/** Coordinates in a PN2 file are whole numbers of this unit, in degrees. */
const unit = 1 / 120

/**
 * Reads Natural Earth data in the binary PN2 format of the globe Marble. The format is big-endian; it has few absolute
 * points, and each is followed by points relative to it.
 */
export function readPn2(file: string): Feature<LineString | Polygon>[] {
  const bytes = readFileSync(file)
  let at = 0
  const next = (size: 1 | 4) => {
    const value = bytes.readUIntBE(at, size)
    at += size
    return value
  }
  const [version, count, hasColour] = [next(1), next(4), next(1)]
  if (version !== 2) throw new Error(`${file} 是 PN2 的第 ${version} 版，这里只读得懂第 2 版。`)
  const features: Feature<LineString | Polygon>[] = []
  let lastId = 0
  const readShape = (flag: number) => {
    const count = next(4)
    const { points, end } = readPoints(bytes, at, count)
    at = end
    addShape(features, flag, points)
  }
  for (let index = 0; index < count && at < bytes.length; index++) {
    const [flag, id] = [next(1), next(4)]
    if (id !== lastId && hasColour) next(1)
    lastId = id
    if (flag !== several) readShape(flag)
    else
      for (let left = next(1); left > 0; left--) {
        const part = next(1)
        next(4)
        readShape(part)
      }
  }
  return features
}

function readPoints(bytes: Buffer, start: number, count: number) {
  const points: Position[] = []
  let at = start
  for (let index = 0; index < count; index++) {
    const [lat, lng, steps] = [0, 2, 4].map((offset) => bytes.readInt16BE(at + offset)) as [number, number, number]
    at += 6
    points.push([lng * unit, lat * unit])
    for (const end = at + steps * 2; at < end; at += 2)
      points.push([(lng + bytes.readInt8(at + 1)) * unit, (lat + bytes.readInt8(at)) * unit])
  }
  return { points, end: at }
}

function addShape(features: Feature<LineString | Polygon>[], flag: number, points: Position[]) {
  const [first] = points
  if (first === undefined) return
  if (flag === line) {
    features.push({ type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates: points } })
    return
  }
  const ring = [...points, first]
  const last = features.at(-1)?.geometry
  if (flag === innerRing && last?.type === 'Polygon') last.coordinates.push(ring)
  else features.push({ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } })
}
