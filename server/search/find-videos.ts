import { type RawBuilder, sql } from 'kysely'
import type { FoundVideo } from '#shared/api/search/search.ts'
import type { Db } from '#server/db/schema.ts'
import { listVideosById, listVideoPins } from '#server/video/video-queries.ts'
import { highlight } from './highlight.ts'
import type { StoredName } from '#server/search/index/make-entry.ts'
import { type Scored, scoreItem } from '#server/search/rank/score-item.ts'
import type { SearchQuery } from '#server/search/text/search-query.ts'
import { anyOf, every, nameTerm, typoQuery, textQuery } from '#server/search/query/token-query.ts'

interface VideoCandidate {
  videoId: string
  names: StoredName[]
  weight: number
  about: string
}
type Meant = VideoCandidate & Scored

/** Videos that are meant by any of these, the best first. */
export async function findVideos(db: Db, meanings: SearchQuery[], limit: number): Promise<FoundVideo[]> {
  const meant = (await rankVideos(db, meanings)).slice(0, limit)
  if (meant.length === 0) return []
  const ids = meant.map(({ videoId }) => videoId)
  const [cards, pins] = await Promise.all([listVideosById(db, ids), listVideoPins(db, ids)])
  return cards.flatMap((video) => {
    const scored = meant.find(({ videoId }) => videoId === video.id)
    if (scored === undefined) return []
    return [{ video, title: highlight(scored, 'title', video.title), pin: pins.get(video.id) ?? null }]
  })
}

async function rankVideos(db: Db, asked: SearchQuery[]): Promise<Meant[]> {
  const found = new Map<string, Meant>()
  const add = (query: SearchQuery, some: VideoCandidate[], stage: 'text' | 'typos') => {
    for (const one of some) {
      const scored = scoreItem(query, { ...one, stage })
      const isMeant = scored.reasons.every(({ likeness }) => likeness !== 'absent')
      if (isMeant && (found.get(one.videoId)?.points ?? 0) < scored.points)
        found.set(one.videoId, { ...one, ...scored })
    }
  }
  const meanings = asked.filter(({ terms }) => terms.length > 0)
  for (const query of meanings) add(query, await listCandidates(db, textQuery(query.terms), query.compact), 'text')
  if (found.size === 0)
    for (const query of meanings) add(query, await listCandidates(db, inSpiteOfSlips(query)), 'typos')
  return [...found.values()].sort(
    (a, b) => b.points - a.points || b.weight - a.weight || (a.videoId < b.videoId ? 1 : -1),
  )
}

function inSpiteOfSlips({ terms }: SearchQuery): string | undefined {
  return every(terms.map((term) => anyOf([nameTerm(term), term.isHan ? typoQuery(term) : undefined])))
}

/** The last character there is: what starts with a text lies between it and itself with this behind. */
const last = '\u{10ffff}'

async function listCandidates(db: Db, tokens: string | undefined, start?: string): Promise<VideoCandidate[]> {
  const ways: RawBuilder<boolean>[] = []
  if (tokens !== undefined) ways.push(sql<boolean>`tokens @@ ${tokens}::tsquery`)
  if (start)
    for (const column of ['folded', 'pinyin'])
      ways.push(sql<boolean>`(${sql.ref(column)} >= ${start} and ${sql.ref(column)} < ${start + last})`)
  if (ways.length === 0) return []
  const { rows } = await sql<VideoCandidate>`
    select video_id, names, video.popularity as weight, video."desc" as about
    from search_video join video on video.id = video_id
    where ${sql.join(ways, sql` or `)} order by video.popularity desc, video_id desc limit 100`.execute(db)
  return rows
}
