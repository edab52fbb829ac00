/** Opens the system's share dialog, or copies the page's URL to the clipboard. Returns a message for the user. */
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
    // The user closed the share dialog, which needs no message.
    return error instanceof DOMException && error.name === 'AbortError' ? '' : `请自己复制这个地址：${url}`
  }
}
