import { readFileSync } from 'node:fs'
import { constants, inflateSync } from 'node:zlib'

export interface City {
  id: string
  name: string
  country: string
  population: number
  lng: number
  lat: number
}

/**
 * Reads the table of cities that is stored inside the library file of libgeonames, as a compressed GVariant of type
 * a(sssssssudd).
 */
export function readCities(file: string): City[] {
  const table = findTable(readFileSync(file))
  const ends = table.readUInt32LE(table.length - 4)
  const cities: City[] = []
  for (let at = ends, start = 0; at < table.length; at += 4) {
    cities.push(readCity(table, start))
    start = align(table.readUInt32LE(at), 8)
  }
  return cities
}

/**
 * Finds the compressed table of cities inside the libgeonames library file. The file does not say where the table
 * begins, so every byte that may begin a compressed block is tried.
 */
function findTable(library: Buffer): Buffer {
  for (let at = library.indexOf('GVariant'); at >= 0 && at < library.length; at++) {
    if (library[at] !== 0x78) continue
    try {
      const unpacked = inflateSync(library.subarray(at), { finishFlush: constants.Z_SYNC_FLUSH })
      if (unpacked.length > 1_000_000) return unpacked
    } catch {
      // Decompression failed, so this byte was not the beginning of a compressed block; the next one is tried.
    }
  }
  throw new Error('libgeonames 里找不到城市表。')
}

function readCity(table: Buffer, start: number): City {
  let at = start
  const text = () => {
    const end = table.indexOf(0, at)
    const value = table.toString('utf8', at, end)
    at = end + 1
    return value
  }
  const [id = '', name = '', , , country = ''] = Array.from({ length: 7 }, text)
  const population = align(at, 4)
  const position = align(population + 4, 8)
  return {
    id,
    name,
    country,
    population: table.readUInt32LE(population),
    lat: table.readDoubleLE(position),
    lng: table.readDoubleLE(position + 8),
  }
}

function align(offset: number, to: number) {
  return Math.ceil(offset / to) * to
}
