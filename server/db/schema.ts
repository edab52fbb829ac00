import type { ColumnType, Generated, GeneratedAlways, Kysely } from 'kysely'
import type { ItemType } from '#shared/api/mark.ts'
import type { PlaceKind } from '#shared/api/place.ts'
import type { RouteKind } from '#shared/api/route.ts'
import type { TagKind } from '#shared/api/tag.ts'
import type { Role } from '#shared/api/user.ts'
import type { AccountTables } from './account-tables.ts'
import type { EditingTables } from './editing-tables.ts'
import type { JobTables } from './job-tables.ts'
import type { KosyncTables } from './kosync-tables.ts'
import type { LibraryTables } from './library-tables.ts'
import type { ReadingTables } from './reading-tables.ts'
import type { ReaderTables } from './reader-tables.ts'
import type { VideoTables } from './video-tables.ts'

/** The tables as the migrations leave them; a test compares the two. */
export interface Database
  extends
    AccountTables,
    ReaderTables,
    VideoTables,
    LibraryTables,
    ReadingTables,
    EditingTables,
    KosyncTables,
    JobTables {
  user: UserTable
  book: BookTable
  tag: TagTable
  bookTag: { bookId: string; tagId: string }
  place: PlaceTable
  bookPlace: { bookId: string; placeId: string; kind: PlaceKind }
  mark: MarkTable
  markCell: MarkCellTable
  tour: TourTable
  tourStop: TourStopTable
  route: RouteTable
  routeBook: { routeId: string; bookId: string; position: number }
  setting: { name: string; value: string }
  searchBook: SearchBookTable
  searchName: SearchNameTable
  searchWord: { form: string; word: string }
  searchAlias: { folded: string; alias: string; name: string; isActive: Generated<boolean>; createTime: DefaultNow }
  searchMiss: { folded: string; query: string; count: Generated<number>; lastTime: DefaultNow }
}
export type Db = Kysely<Database>

/** What a book is called by, from the weightiest to the least. */
export type NameField = 'title' | 'also' | 'author' | 'translator' | 'tag' | 'place'

export type DefaultNow = ColumnType<Date, Date | undefined, Date>

interface UserTable {
  id: string
  name: string
  email: string | null
  phoneNumber: string | null
  passwordHash: string | null
  profile: Generated<string>
  bio: Generated<string>
  roles: Generated<Role[]>
  createdAt: DefaultNow
  suspendedAt: Date | null
  suspendReason: string | null
  deletedAt: Date | null
  isPublic: Generated<boolean>
}

interface BookTable {
  id: string
  catalogKey: string | null
  catalogHash: string | null
  title: string
  subtitle: string | null
  originalTitle: string | null
  authors: string[]
  translators: Generated<string[]>
  publisher: string | null
  publishedYear: number | null
  isbn13: string | null
  pages: number | null
  language: Generated<string>
  cover: string | null
  desc: string
  eraFrom: number | null
  eraTo: number | null
  free: string | null
  countComments: Generated<number>
  countSave: Generated<number>
  likes: Generated<number>
  views: Generated<number>
  countRated: Generated<number>
  sumRated: Generated<number>
  score: GeneratedAlways<number>
  heat: GeneratedAlways<number>
  createTime: DefaultNow
  editedAt: Date | null
}

interface TagTable {
  id: string
  name: string
  kind: TagKind
  position: number
  count: Generated<number>
  editedAt: Date | null
}

interface PlaceTable {
  id: string
  name: string
  lng: number
  lat: number
  /** Null where it is disputed which country the place belongs to. */
  country: string | null
  province: string | null
  x: GeneratedAlways<number>
  y: GeneratedAlways<number>
  spot: GeneratedAlways<number>
  editedAt: Date | null
}

interface MarkTable {
  itemId: string
  placeId: string
  itemType: ItemType
  x: number
  y: number
  spot: number
  heat: number
  tagIds: string[]
}

interface MarkCellTable {
  tagId: string
  z: number
  cell: number
  n: number
  sumX: number
  sumY: number
  firstSpot: number
  lastSpot: number
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

interface SearchBookTable {
  bookId: string
  folded: string
  spelled: string
  /** Field, text and pinyin of each name; written as JSON. */
  names: ColumnType<[field: NameField, text: string, sounds: string][], string, string>
  tokens: string
  weight: number
  tier: Generated<number>
}

interface SearchNameTable {
  kind: 'author' | 'tag' | 'place' | 'tour'
  id: string
  name: string
  sounds: string
  folded: string
  spelled: string
  tokens: string
  weight: number
  tier: Generated<number>
}
