/** Hands a page to the system's own sharing, or its address to the clipboard. Says what happened, in words for the reader. */
export async function shareAddress(title: string, path: string): Promise<string> {
  const url = location.origin + path
  try {
    if (typeof navigator.share === 'function') {
      await navigator.share({ title, url })
      return ''
    }
    await navigator.clipboard.writeText(url)
    return '链接已复制，可以粘贴给朋友'
  } catch (error) {
    // Whoever closes the system's panel has changed his mind.
    return error instanceof DOMException && error.name === 'AbortError' ? '' : `请自己复制这个地址：${url}`
  }
}
