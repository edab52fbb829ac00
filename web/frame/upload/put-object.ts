import COS from 'cos-js-sdk-v5'
import type { UploadPermit } from '#shared/api/upload.ts'

/**
 * Uploads one object with the SDK of COS, Tencent's object storage. A site that stores files on its own disk emulates
 * the COS protocol.
 */
export function putObject(
  { credentials, startTime, expiredTime, bucket, region, endpoint, isHostSigned, key }: UploadPermit,
  body: Blob,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const cos = new COS({
    Domain: new URL(endpoint, location.origin).href,
    ForceSignHost: isHostSigned,
    // The upload SDK must not switch to another host, because the content security policy allows only one.
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
