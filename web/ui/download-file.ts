/** Offers a text to the user as a file to download; `type` is its media type. */
export function downloadFile(name: string, type: string, content: string) {
  const url = URL.createObjectURL(new Blob([content], { type }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  // The object URL of the downloaded data may be revoked once the download has begun.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
