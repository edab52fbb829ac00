/** What the drawing of a cover uses of a book. */
export interface CoverBook {
  id: string
  title: string
  subtitle?: string | null
  authors: string[]
  tags: { name: string; kind: 'subject' | 'era' | 'region' | 'form' }[]
  era?: { from: number; to: number } | null
}
