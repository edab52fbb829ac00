import { type RawBuilder, sql } from 'kysely'
import type { FoundVideo } from '#shared/api/search/search.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { listVideosById, listVideoPins } from '#server/catalogue/video/video-queries.ts'
import { highlight } from './highlight.ts'
import type { StoredName } from '#server/search/index/make-entry.ts'
import { type Scored, scoreItem } from '#server/search/rank/score-item.ts'
import type { SearchQuery } from '#server/engines/text/search-query.ts'
import { typoQueries } from '#server/search/query/han-typo-query.ts'
import { anyOf, every, nameTerm, textQuery } from '#server/search/query/token-query.ts'

interface VideoCandidate {
  videoId: string
  names: StoredName[]
  weight: number
  about: string
}
type RankedVideo = VideoCandidate & Scored

/** Finds the videos that match a search query or one of its alias replacements, the best match first. */
export async function findVideos(db: Db, meanings: SearchQuery[], limit: number): Promise<FoundVideo[]> {
  const first = await db.selectFrom('searchVideo').select('videoId').limit(1).executeTakeFirst()
  if (first === undefined) return []
  const ranked = (await rankVideos(db, meanings)).slice(0, limit)
  if (ranked.length === 0) return []
  const ids = ranked.map(({ videoId }) => videoId)
  const [cards, pins] = await Promise.all([listVideosById(db, ids), listVideoPins(db, ids)])
  return cards.flatMap((video) => {
    const scored = ranked.find(({ videoId }) => videoId === video.id)
    if (scored === undefined) return []
    return [{ video, title: highlight(scored, 'title', video.title), pin: pins.get(video.id) ?? null }]
  })
}

async function rankVideos(db: Db, typedMeanings: SearchQuery[]): Promise<RankedVideo[]> {
  const found = new Map<string, RankedVideo>()
  const add = (query: SearchQuery, candidates: VideoCandidate[], stage: 'text' | 'typos') => {
    for (const video of candidates) {
      const scored = scoreItem(query, { ...video, stage })
      const isMatch = scored.reasons.every(({ likeness }) => likeness !== 'absent')
      if (isMatch && (found.get(video.videoId)?.points ?? 0) < scored.points)
        found.set(video.videoId, { ...video, ...scored })
    }
  }
  const meanings = typedMeanings.filter(({ terms }) => terms.length > 0)
  for (const query of meanings) add(query, await listCandidates(db, textQuery(query.terms), query.compact), 'text')
  if (found.size === 0) for (const query of meanings) add(query, await listCandidates(db, typosQuery(query)), 'typos')
  return [...found.values()].sort(
    (a, b) => b.points - a.points || b.weight - a.weight || (a.videoId < b.videoId ? 1 : -1),
  )
}

function typosQuery({ terms }: SearchQuery): string | undefined {
  return every(terms.map((term) => anyOf([nameTerm(term), ...typoQueries(term)])))
}

/**
 * The largest Unicode code point. For a prefix search, every string with the prefix `p` lies between `p` and `p +
 * last`.
 */
const last = '\u{10ffff}'

async function listCandidates(db: Db, tokens: string | undefined, start?: string): Promise<VideoCandidate[]> {
  const conditions: RawBuilder<boolean>[] = []
  if (tokens !== undefined) conditions.push(sql<boolean>`tokens @@ ${tokens}::tsquery`)
  if (start)
    for (const column of ['folded', 'pinyin'])
      conditions.push(sql<boolean>`(${sql.ref(column)} >= ${start} and ${sql.ref(column)} < ${start + last})`)
  if (conditions.length === 0) return []
  const { rows } = await sql<VideoCandidate>`
    select video_id, names, video.popularity as weight, video."desc" as about
    from search_video join video on video.id = video_id
    where ${sql.join(conditions, sql` or `)} order by video.popularity desc, video_id desc limit 100`.execute(db)
  return rows
}
