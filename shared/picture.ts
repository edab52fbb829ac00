/** The pictures readers and editors bring: each kind is kept as WebP in these widths. An avatar is square, a cover keeps its proportions. */
export const pictureSizes = {
  avatar: [42, 84, 168],
  cover: [240, 480, 960],
} as const
export type PictureKind = keyof typeof pictureSizes
export type PictureSize<Kind extends PictureKind = PictureKind> = (typeof pictureSizes)[Kind][number]

/** What may be uploaded as one. */
export const uploadTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export const maxUploadBytes = 2 * 1024 * 1024

/**
 * The key of a picture in one width. A cover is named by what the keys of its widths have in common, an avatar by the key of its
 * largest width, so that what `profile` holds can be fetched as it is.
 */
export function pictureFile(key: string, size: PictureSize): string {
  return `${pictureStem(key)}-${size}.webp`
}

/** Returns the part that the keys of all widths of a picture share. */
export function pictureStem(key: string): string {
  return key.replace(/-\d+\.webp$/, '')
}

/** The address of a picture, for pages and feeds alike. */
export function pictureUrl(site: { pictureBase: string }, key: string, size: PictureSize): string {
  return `${site.pictureBase}/${pictureFile(key, size)}`
}
