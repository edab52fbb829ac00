import { Failure } from '#shared/api/failure.ts'
import { maxUploadBytes, type PictureKind, uploadTypes } from '#shared/picture.ts'
import { api } from '#web/frame/session/session.ts'

/** Seconds after which an unfinished upload is aborted. */
const timeoutSeconds = 60

/**
 * Uploads a picture to the object storage and returns its storage key, which is then passed to the API call that uses
 * the picture. Rejects with a `Failure` whose message is for the user, or with the reason of the abort signal.
 */
export async function uploadPicture(
  picture: Blob,
  kind: PictureKind,
  onProgress: (fraction: number) => void = () => undefined,
  signal?: AbortSignal,
): Promise<string> {
  if (!(uploadTypes as readonly string[]).includes(picture.type))
    throw new Failure('unsupported', '只能用 JPEG、PNG 或 WebP 图片，请换一张')
  if (picture.size > maxUploadBytes) throw new Failure('tooLarge', '图片最大 2 MB，请换一张小一些的')
  const [permit, { putObject }] = await Promise.all([api.auth.cosSign({ kind }, signal), loadSdk()])
  signal?.throwIfAborted()
  const limit = AbortSignal.timeout(timeoutSeconds * 1000)
  await putObject(permit, picture, onProgress, signal ? AbortSignal.any([signal, limit]) : limit).catch((error) => {
    if (signal?.aborted) throw error
    throw new Failure('unavailable', '图片没有传上去，请检查网络后再试', null, { cause: error })
  })
  return permit.key
}

/** The upload SDK is loaded on demand, because it is large and few visits need it. */
function loadSdk() {
  return import('./put-object.ts').catch((cause: unknown) => {
    throw new Failure('unavailable', '上传要用的文件没有读到，请刷新再试', null, { cause })
  })
}
