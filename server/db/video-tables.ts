import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { PlaceKind } from '#shared/api/place.ts'
import type { DefaultNow, NameField } from './schema.ts'

export interface VideoTables {
  video: VideoTable
  videoTag: { videoId: string; tagId: string }
  videoPlace: { videoId: string; placeId: string; kind: PlaceKind }
  searchVideo: SearchVideoTable
}

interface VideoTable {
  id: string
  title: string
  source: string
  cover: string | null
  desc: Generated<string>
  countComments: Generated<number>
  countSave: Generated<number>
  likes: Generated<number>
  views: Generated<number>
  countRated: Generated<number>
  sumRated: Generated<number>
  score: GeneratedAlways<number>
  heat: GeneratedAlways<number>
  createTime: DefaultNow
}

interface SearchVideoTable {
  videoId: string
  folded: string
  spelled: string
  /** Field, text and pinyin of each name; written as JSON. */
  names: ColumnType<[field: NameField, text: string, sounds: string][], string, string>
  tokens: string
}
