import type { Generated, GeneratedAlways } from 'kysely'
import type { PlaceKind } from '#shared/api/place.ts'
import type { DefaultNow } from './schema.ts'

export interface VideoTables {
  video: VideoTable
  videoTag: { videoId: string; tagId: string }
  videoPlace: { videoId: string; placeId: string; kind: PlaceKind }
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
