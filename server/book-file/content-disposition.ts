/** How a download is called: its title as it is, and in letters every client can read. RFC 6266 and 8187. */
export function contentDisposition({ title, language, format }: { title: string; language: string; format: string }) {
  const named = `${title}${language === 'zh-Hant' ? '（繁体）' : ''}.${format}`.replace(
    /[\u0000-\u001f\u007f/\\:*?"<>|]/g,
    '_',
  )
  const encoded = encodeURIComponent(named).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="book.${format}"; filename*=UTF-8''${encoded}`
}
