const key = 'recentSearches'
const maxSearches = 8

/** Recent searches of this browser, the latest first. They are never sent to the server. */
export function readRecent(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string').slice(0, maxSearches) : []
  } catch {
    return []
  }
}

export function rememberSearch(query: string) {
  const text = query.trim()
  if (text !== '') write([text, ...readRecent().filter((one) => one !== text)].slice(0, maxSearches))
}

export function clearSearches() {
  write([])
}

function write(queries: string[]) {
  try {
    localStorage.setItem(key, JSON.stringify(queries))
  } catch {
    // If the browser refuses storage, recent searches are not stored, but searching still works.
  }
}
