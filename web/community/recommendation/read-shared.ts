import { isLink } from '#shared/link.ts'
import { type Draft, emptyDraft, maxReason } from '#web/catalogue/book/form/recommendation-draft.ts'

const maxTitle = 100

/**
 * Returns a draft of a recommendation for a link or text that another app has shared with this site, or null if the URL
 * contains nothing shared. The manifest of the site names the parameters: `title`, `text` and `url`. Many apps put the
 * shared URL into `text`.
 */
export function readShared(params: URLSearchParams): Draft | null {
  const [title = '', text = '', url = ''] = ['title', 'text', 'url'].map((name) => params.get(name)?.trim() ?? '')
  if (text === '' && url === '') return null
  const link = [url, ...text.split(/\s+/)].find(isLink) ?? ''
  const words = text.replace(link, '').trim()
  return {
    ...emptyDraft,
    title: cut(titleIn(title) ?? titleIn(words) ?? title.replace(/\s*[(（][^()（）]*[)）]$/, ''), maxTitle),
    link,
    reason: words === title ? '' : cut(words, maxReason),
  }
}

/** Returns the title that a text names in Chinese quotation marks for titles. */
function titleIn(text: string): string | undefined {
  return /《([^《》]+)》/.exec(text)?.[1]
}

const cut = (text: string, length: number) => [...text].slice(0, length).join('')
