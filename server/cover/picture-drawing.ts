import { ConcurrencyLimit } from '#server/limit/concurrency-limit.ts'

/**
 * Bounds the drawing of share pictures and of covers for e-readers, together with what is read for them. sharp takes a thread of
 * the pool that also reads files and hashes passwords, for up to a second. A page of an e-reader asks for all its covers at once.
 */
export const pictureDrawing = new ConcurrencyLimit({
  running: 1,
  waiting: 32,
  busyMessage: '现在要看图片的人很多，请过一会儿再试',
})
