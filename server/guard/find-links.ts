/**
 * Web addresses with or without `https://`. linkify-it cannot replace this pattern: it takes the Chinese characters around an
 * address, which follow without a space, for a part of the host, and so finds no address in most Chinese sentences.
 */
const links =
  /(?:https?:\/\/|www\.)\S+|\b[a-z\d-]+(?:\.[a-z\d-]+)*\.(?:com|cn|net|org|io|cc|top|xyz|vip|info|site|shop|me|tv|app|link|club)\b\S*/giu
const hostOfLink = /^(?:https?:\/\/)?([a-z\d.:@-]*[a-z\d])/i

/** Returns the web addresses in a text, also those in full-width characters. Addresses of `siteHost` are left out. */
export function findLinks(text: string, siteHost: string): string[] {
  const wide = text.normalize('NFKC').replace(/[。｡]/g, '.')
  return (wide.match(links) ?? []).filter((link) => hostOfLink.exec(link)?.[1]?.toLowerCase() !== siteHost)
}
