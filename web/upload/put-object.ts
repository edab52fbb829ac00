import COS from 'cos-js-sdk-v5'
import type { UploadPermit } from '#shared/api/upload.ts'

/** Puts one object with COS's own SDK; the site's local store answers it as COS does. */
export function putObject(
  { credentials, startTime, expiredTime, bucket, region, endpoint, isHostSigned, key }: UploadPermit,
  body: Blob,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const cos = new COS({
    Domain: new URL(endpoint, location.origin).href,
    ForceSignHost: isHostSigned,
    // A second host would be one more that the page may reach.
    AutoSwitchHost: false,
    ProgressInterval: 100,
    getAuthorization: (_, answer) =>
      answer({
        TmpSecretId: credentials.tmpSecretId,
        TmpSecretKey: credentials.tmpSecretKey,
        SecurityToken: credentials.sessionToken,
        StartTime: startTime,
        ExpiredTime: expiredTime,
        ScopeLimit: true,
      }),
  })
  return new Promise((done, failed) => {
    let task = ''
    const giveUp = () => {
      if (task) cos.cancelTask(task)
      failed(signal.reason)
    }
    if (signal.aborted) return giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    cos.putObject(
      {
        Bucket: bucket,
        Region: region,
        Key: key,
        Body: body,
        ContentType: body.type,
        onTaskReady: (id) => void (task = id),
        onProgress: ({ percent }) => onProgress(percent),
      },
      (error) => {
        signal.removeEventListener('abort', giveUp)
        if (error) failed(error)
        else done()
      },
    )
  })
}
