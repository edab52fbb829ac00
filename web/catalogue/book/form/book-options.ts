import { api } from '#web/frame/session/session.ts'

export interface FoundBook {
  id: string
  title: string
  authors: string
}

/** Finds books by the suggestions of the site's search, for form fields in which an editor chooses a book. */
export async function findBooks(query: string, signal: AbortSignal): Promise<FoundBook[]> {
  const { books } = await api.search.suggest({ query, limit: 8 }, signal)
  return books.map(({ id, title, authors }) => ({ id, title: title.text, authors: authors.text }))
}
