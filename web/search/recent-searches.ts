const key = 'recentSearches'
const most = 8

/** Recent searches of this browser, the latest first. They are never sent to the server. */
export function readRecent(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string').slice(0, most) : []
  } catch {
    return []
  }
}

export function rememberSearch(query: string) {
  const text = query.trim()
  if (text !== '') write([text, ...readRecent().filter((one) => one !== text)].slice(0, most))
}

export function forgetSearches() {
  write([])
}

function write(queries: string[]) {
  try {
    localStorage.setItem(key, JSON.stringify(queries))
  } catch {
    // Search works even if the browser refuses storage.
  }
}
