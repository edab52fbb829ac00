import { join } from 'node:path'
import { z } from 'zod'
import { parseVideoSource } from '#shared/video-source.ts'
import { type CatalogPlace, CatalogPlaces, type CatalogTags, exported, text } from './catalog-schema.ts'
import { CatalogCover } from './cover-files.ts'
import { readEntries } from './read-entries.ts'

/** A video of an exported catalogue. Videos have no key, so the id tells whether a site has a video already. */
const CatalogVideo = z.strictObject({
  id: z.uuid(),
  createTime: exported.createTime,
  title: text(1, 100),
  source: z.string().refine((value) => parseVideoSource(value)?.address === value, { error: '不是能播放的网址' }),
  cover: CatalogCover.optional(),
  desc: text(0, 1000).default(''),
  tags: z.array(z.string()).default([]),
  places: CatalogPlaces,
})
export type CatalogVideo = z.infer<typeof CatalogVideo>

interface KnownEntries {
  tags: CatalogTags
  places: Map<string, CatalogPlace>
}

/** Reads the videos of the catalogue. Appends a message to `problems` for each mistake. */
export async function readVideos(
  directory: string,
  { tags, places }: KnownEntries,
  problems: string[],
): Promise<CatalogVideo[]> {
  const known = new Set(Object.values(tags).flat())
  const ids = new Set<string>()
  const entries = await readEntries(join(directory, 'videos'), CatalogVideo, problems)
  for (const { file, entry } of entries) {
    const say = (problem: string) => problems.push(`${file}：视频「${entry.title}」${problem}`)
    if (ids.has(entry.id)) say('的 id 重复')
    ids.add(entry.id)
    for (const tag of entry.tags) if (!known.has(tag)) say(`的标签「${tag}」不在 tags.yaml 里`)
    for (const { name } of Object.values(entry.places).flatMap((some) => some ?? []))
      if (!places.has(name)) say(`的地点「${name}」不在 places 里`)
  }
  return entries.map(({ entry }) => entry)
}
