import type { Api } from '#shared/contract/client.ts'
import { notFoundLoader } from '#web/frame/page/not-found.ts'

/** Throws HTTP status 404 if videos are switched off on this site. */
export async function requireVideos(api: Api, signal: AbortSignal) {
  const { featureVideo } = await api.site.show({}, signal)
  if (!featureVideo) notFoundLoader()
}
