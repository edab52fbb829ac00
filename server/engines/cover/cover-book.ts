/** The data of a book that determines how its cover is drawn. */
export interface CoverBook {
  id: string
  title: string
  subtitle?: string | null
  authors: string[]
  tags: { name: string; kind: 'subject' | 'era' | 'region' | 'form' }[]
  era?: { from: number; to: number } | null
  /** The year in which the work was first published; null if it is not known. */
  publishedYear: number | null
}
