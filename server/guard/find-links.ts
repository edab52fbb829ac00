const links =
  /(?:https?:\/\/|www\.)\S+|\b[a-z\d-]+(?:\.[a-z\d-]+)*\.(?:com|cn|net|org|io|cc|top|xyz|vip|info|site|shop|me|tv|app|link|club)\b\S*/giu

/** What in a text leads elsewhere, with or without `https://` before it; addresses of the site itself do not count. */
export function findLinks(text: string, ownHost: string): string[] {
  const wide = text.normalize('NFKC').replace(/[。｡]/g, '.')
  return (wide.match(links) ?? []).filter((link) => !link.replace(/^https?:\/\//i, '').startsWith(ownHost))
}
