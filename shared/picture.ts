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
 * Returns the storage key of a picture in one width. The database stores a cover as the common part of its storage
 * keys, and an avatar as the key of its largest width, so that clients can fetch the avatar in the `profile` field
 * directly.
 */
export function pictureFile(key: string, size: PictureSize): string {
  return `${pictureStem(key)}-${size}.webp`
}

/** Returns the part of a picture's storage key that all widths share. */
export function pictureStem(key: string): string {
  return key.replace(/-\d+\.webp$/, '')
}

/** Returns the URL of a picture in one width, for pages and feeds. */
export function pictureUrl(site: { pictureBase: string }, key: string, size: PictureSize): string {
  return `${site.pictureBase}/${pictureFile(key, size)}`
}
