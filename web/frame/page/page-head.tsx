import { useSite } from './use-site.ts'

interface PageHeadProps {
  /** Page title without the site's name, which is appended; the home page has no title of its own. */
  title?: string
  description: string
  /** Path of the page's canonical URL; null keeps the page out of search engines. */
  path: string | null
  /** Path that other sites show for a shared link, if it differs from the canonical one. */
  sharedPath?: string | undefined
  /** Path of the picture that other sites show as a preview when a user shares a link to the page. */
  picture?: string | undefined
  type?: 'website' | 'book' | 'article'
  /** Description of the page's subject (such as a book) in the schema.org vocabulary, for search engines. */
  jsonLd?: object
}

/**
 * Title and metadata of a page for browsers, search engines and link previews. React moves the elements into the head.
 */
export function PageHead({
  title,
  description,
  path,
  sharedPath = path ?? undefined,
  picture = '/share/site.png',
  type = 'website',
  jsonLd,
}: PageHeadProps) {
  const { name, tagline, publicUrl } = useSite()
  const fullTitle = title === undefined ? `${name} · ${tagline}` : `${title} · ${name}`
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      <meta property="og:title" content={title ?? fullTitle} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content={type} />
      <meta property="og:image" content={publicUrl + picture} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
      {path === null ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={publicUrl + path} />}
      {sharedPath !== undefined && <meta property="og:url" content={publicUrl + sharedPath} />}
      {jsonLd && <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: toJsonLd(jsonLd) }} />}
    </>
  )
}

function toJsonLd(thing: object) {
  return JSON.stringify({ '@context': 'https://schema.org', ...thing }).replaceAll('<', '\\u003c')
}
