import type { ColumnType, Generated } from 'kysely'
import type { ItemType } from '#shared/api/item.ts'
import type { Digest, MessageKind, MutableGroup } from '#shared/api/community/message.ts'
import type {
  FormerRecommendation,
  RecommendationPlace,
  RecommendationStatus,
} from '#shared/api/book/recommendation-fields.ts'
import type { Voice } from '#shared/api/book/book.ts'
import type { DefaultNow } from './default-now.ts'

/** Types of the tables that the migration 0005-community.sql creates. */
export interface CommunityTables {
  comment: CommentTable
  itemLike: { userId: string; itemType: ItemType | 'comment'; itemId: string; createTime: DefaultNow }
  itemSave: { userId: string; itemType: ItemType; itemId: string; createTime: DefaultNow }
  rating: { userId: string; itemType: ItemType; itemId: string; score: number; updateTime: DefaultNow }
  shelf: ShelfTable
  recentView: { itemType: ItemType; itemId: string; viewer: string; viewedAt: DefaultNow }
  report: ReportTable
  recommendation: RecommendationTable
  message: MessageTable
  messageActor: { messageId: string; actorId: string }
  messagePreference: MessagePreferenceTable
}

interface CommentTable {
  id: string
  itemType: ItemType
  itemId: string
  parentId: string | null
  replyTo: string | null
  userId: string
  content: string
  state: Generated<'published' | 'held' | 'deleted'>
  heldReason: string | null
  deletedReason: string | null
  likes: Generated<number>
  countReplies: Generated<number>
  createTime: DefaultNow
}

interface ShelfTable {
  userId: string
  bookId: string
  state: 'want' | 'reading' | 'read'
  /** A date in the format `YYYY-MM-DD`. Queries must cast the column to text when they select it. */
  day: ColumnType<string, string, string>
  note: Generated<string>
  updateTime: DefaultNow
}

interface ReportTable {
  id: string
  userId: string
  commentId: string
  reason: string
  outcome: 'dismissed' | 'deleted' | null
  createTime: DefaultNow
}

interface RecommendationTable {
  id: string
  userId: string
  bookId: string | null
  reason: string
  voice: Generated<Voice | null>
  title: string
  authors: string[]
  folded: Generated<string>
  isbn13: string | null
  tagIds: Generated<string[]>
  places: ColumnType<RecommendationPlace[], string | undefined, string>
  cover: string | null
  link: string | null
  status: RecommendationStatus
  reviewNote: Generated<string>
  reviewedBy: string | null
  createTime: DefaultNow
  updateTime: DefaultNow
  submitTime: DefaultNow
  former: ColumnType<FormerRecommendation | null, string | undefined, string | null>
  claimedBy: string | null
  claimTime: Date | null
}

interface MessageTable {
  id: string
  userId: string
  kind: MessageKind
  actorId: string | null
  countActors: Generated<number>
  itemType: ItemType | 'comment' | 'recommendation' | null
  itemId: string | null
  excerpt: Generated<string>
  isRead: Generated<boolean>
  createTime: DefaultNow
}

interface MessagePreferenceTable {
  userId: string
  muted: Generated<MutableGroup[]>
  digest: Generated<Digest>
  digestSentUntil: Date | null
  digestDueAt: Date | null
}
