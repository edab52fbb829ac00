import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { PlaceKind } from '#shared/api/place/place.ts'
import type { RouteKind } from '#shared/api/place/route.ts'
import type { TagKind } from '#shared/api/tag/tag.ts'
import type { DefaultNow } from './default-now.ts'

/** Types of the tables that the migration 0002-catalog.sql creates. */
export interface CatalogTables {
  book: BookTable
  video: VideoTable
  tag: TagTable
  bookTag: BookTagTable
  videoTag: { videoId: string; tagId: string }
  place: PlaceTable
  bookPlace: ItemPlaceColumns & { bookId: string; bookPopularity: Generated<number> }
  videoPlace: ItemPlaceColumns & { videoId: string }
  tour: TourTable
  tourStop: TourStopTable
  route: RouteTable
  routeBook: { routeId: string; bookId: string; position: number }
}

/** The columns that the links of books and of videos to their places have in common. */
interface ItemPlaceColumns {
  placeId: string
  kind: PlaceKind
  sentence: string | null
  quotedFrom: string | null
}

interface BookTagTable {
  bookId: string
  tagId: string
  bookPopularity: Generated<number>
  bookScore: Generated<number>
  bookCreateTime: DefaultNow
}

/** The columns that books and videos have in common. */
interface ItemColumns {
  id: string
  title: string
  cover: string | null
  countComments: Generated<number>
  countSave: Generated<number>
  likes: Generated<number>
  views: Generated<number>
  countRated: Generated<number>
  sumRated: Generated<number>
  score: GeneratedAlways<number>
  popularity: GeneratedAlways<number>
  createTime: DefaultNow
}

interface BookTable extends ItemColumns {
  catalogKey: string | null
  catalogHash: string | null
  subtitle: string | null
  originalTitle: string | null
  authors: string[]
  originalLanguage: string | null
  publishedYear: number | null
  desc: string
  eraFrom: number | null
  eraTo: number | null
  free: string | null
  editedAt: Date | null
}

interface VideoTable extends ItemColumns {
  source: string
  desc: Generated<string>
}

interface TagTable {
  id: string
  name: string
  kind: TagKind
  position: number
  count: Generated<number>
  editedAt: Date | null
  mergedInto: string | null
}

interface PlaceTable {
  id: string
  name: string
  lng: number
  lat: number
  /** The place's country; null if it is disputed which country the place belongs to. */
  country: string | null
  province: string | null
  x: GeneratedAlways<number>
  y: GeneratedAlways<number>
  mortonCode: GeneratedAlways<number>
  editedAt: Date | null
  mergedInto: string | null
}

interface TourTable {
  id: string
  catalogKey: string | null
  catalogHash: string | null
  title: string
  desc: string
  position: number
  createTime: DefaultNow
  editedAt: Date | null
}

interface TourStopTable {
  tourId: string
  position: number
  title: string
  text: string
  lng: number
  lat: number
  zoom: number
  placeId: string | null
  bookId: string | null
}

interface RouteTable {
  id: string
  catalogKey: string | null
  catalogHash: string | null
  name: string
  kind: RouteKind
  period: string
  desc: string
  lines: ColumnType<[lng: number, lat: number][][], string, string>
  createTime: DefaultNow
}
