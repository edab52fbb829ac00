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

/** Where the file of a picture lies below the storage's address. */
export function pictureFile(key: string, size: PictureSize): string {
  return `${key}-${size}.webp`
}

/** The address of a picture, for pages and feeds alike. */
export function pictureUrl(site: { pictureBase: string }, key: string, size: PictureSize): string {
  return `${site.pictureBase}/${pictureFile(key, size)}`
}
