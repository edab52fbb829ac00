import type { Video } from '#shared/api/book/video.ts'
import { parseVideoSource } from '#shared/video-source.ts'
import { placeReferences } from '#web/catalogue/place/address/place-reference.ts'

/** Returns the schema.org description of a video as JSON-LD, for search engines; `base` is the base URL of the site. */
export function videoJsonLd(video: Video, base: string): object {
  const source = parseVideoSource(video.source)
  const address = new URL(video.source, base).href
  return {
    '@type': 'VideoObject',
    name: video.title,
    description: video.desc || video.title,
    thumbnailUrl: [`${base}/share/video/${video.id}.png`],
    uploadDate: video.createTime,
    ...(source?.kind === 'embed' ? { embedUrl: address } : { contentUrl: address }),
    keywords: video.tags.map(({ name }) => name).join(','),
    contentLocation: placeReferences(video.places, base),
    interactionStatistic: {
      '@type': 'InteractionCounter',
      interactionType: { '@type': 'WatchAction' },
      userInteractionCount: video.views,
    },
    aggregateRating:
      video.score === null
        ? undefined
        : { '@type': 'AggregateRating', ratingValue: video.score, bestRating: 10, ratingCount: video.countRated },
  }
}
