/** Chinese names of languages for which `Intl.DisplayNames` has no name, or not the name that books use. */
const exceptions: Record<string, string> = {
  zh: '中文',
  'zh-Hans': '简体中文',
  'zh-Hant': '繁体中文',
  lzh: '文言',
  xqa: '喀喇汗语',
  fro: '古法语',
  non: '古诺尔斯语',
  grc: '古希腊语',
  sa: '梵语',
  bo: '藏语',
}

/**
 * Returns the Chinese name of a language by its BCP 47 code, or the code if nobody has named the language. Browsers may
 * know fewer names than the server, so hydrated elements that show a name need `suppressHydrationWarning`.
 */
export function languageName(code: string): string {
  return exceptions[code] ?? new Intl.DisplayNames('zh', { type: 'language' }).of(code) ?? code
}
