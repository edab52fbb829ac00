/**
 * Matches URLs with or without `https://`. The library linkify-it cannot replace this pattern: Chinese sentences put no
 * space around a URL, so linkify-it takes the adjacent Chinese characters for a part of the host name and finds no URL
 * in most of them.
 */
const links =
  /(?:https?:\/\/|www\.)\S+|\b[a-z\d-]+(?:\.[a-z\d-]+)*\.(?:com|cn|net|org|io|cc|top|xyz|vip|info|site|shop|me|tv|app|link|club)\b\S*/giu
const hostOfLink = /^(?:https?:\/\/)?([a-z\d.:@-]*[a-z\d])/i

/**
 * Returns the URLs in a text, including those in full-width characters. URLs of `siteHost`, the host of this site, are
 * left out.
 */
export function findLinks(text: string, siteHost: string): string[] {
  const wide = text.normalize('NFKC').replace(/[。｡]/g, '.')
  return (wide.match(links) ?? []).filter((link) => hostOfLink.exec(link)?.[1]?.toLowerCase() !== siteHost)
}
