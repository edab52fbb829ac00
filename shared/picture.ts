/**
 * Widths in pixels in which uploaded pictures are stored as WebP. An avatar is square; a cover keeps its proportions.
 */
export const pictureSizes = {
  avatar: [42, 84, 168],
  cover: [240, 480, 960],
} as const
export type PictureKind = keyof typeof pictureSizes
export type PictureSize<Kind extends PictureKind = PictureKind> = (typeof pictureSizes)[Kind][number]

/** MIME types that can be uploaded as a picture. */
export const uploadTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export const maxUploadBytes = 2 * 1024 * 1024

/**
 * Returns the storage key of a picture in one width. A cover is stored by the common stem of its keys, and an avatar by
 * the key of its largest width, so that clients can fetch the `profile` field directly.
 */
export function pictureFile(key: string, size: PictureSize): string {
  return `${pictureStem(key)}-${size}.webp`
}

/** Returns the part that the keys of all widths of a picture share. */
export function pictureStem(key: string): string {
  return key.replace(/-\d+\.webp$/, '')
}

/** Returns the address of a picture, for pages and feeds. */
export function pictureUrl(site: { pictureBase: string }, key: string, size: PictureSize): string {
  return `${site.pictureBase}/${pictureFile(key, size)}`
}
