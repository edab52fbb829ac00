import type { MapData } from '#web/map/state/load-map.ts'
import { type MapAddress, mapHref } from '#web/frame/globe/state/map-address.ts'

interface SharedMap {
  title?: string
  picture?: string
  sharedPath?: string
}

/**
 * Returns the title and the preview picture of the map page for link previews, according to the mark, place, tour or
 * tags that the URL names.
 */
export function sharedMap({ address, opened, place, tour }: MapData): SharedMap {
  const { selectedTags: tags } = address
  const [tag] = tags
  if (opened !== null) {
    const { itemType, itemId, title, place: name } = opened.properties
    return share(address, `《${title}》在${name}`, `${itemType}/${itemId}`)
  }
  if (place !== null) {
    const title = place.total > 0 ? `${place.name}：${place.total} 本书` : place.name
    return share(address, title, `place/${place.id}`)
  }
  if (tour !== null) return share(address, `漫游：${tour.title}`, `tour/${tour.id}`)
  if (tag === undefined) return {}
  const title = `带着「${tags.join('」「')}」的书在哪里`
  return share(address, title, tags.length === 1 ? `tag/${encodeURIComponent(tag)}` : 'site')
}

function share(address: MapAddress, title: string, picture: string): SharedMap {
  return { title, picture: `/share/${picture}.png`, sharedPath: mapHref('/map', address, {}) }
}
