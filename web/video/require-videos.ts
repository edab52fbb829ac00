import type { Api } from '#shared/contract/client.ts'
import { notFoundLoader } from '#web/page/not-found.ts'

/** Where the operator has not switched videos on, their pages are not there. */
export async function requireVideos(api: Api, signal: AbortSignal) {
  const { featureVideo } = await api.site.show({}, signal)
  if (!featureVideo) notFoundLoader()
}
