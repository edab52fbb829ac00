import type { Api } from '#shared/api/client.ts'
import { notFoundLoader } from '../ui/not-found.ts'

/** Where the operator has not switched videos on, their pages are not there. */
export async function demandVideos(api: Api, signal: AbortSignal) {
  const { featureVideo } = await api.site.show({}, signal)
  if (!featureVideo) notFoundLoader()
}
