import './pager.css'

interface PagerProps {
  /** The URL of the first page; null on the first page itself. */
  backHref: string | null
  backText?: string
  /** The URL of the next page; null on the last page. */
  nextHref: string | null
  /** The `rel` attribute of the link to the next page. */
  rel?: 'next' | 'next nofollow'
}

/** Links from one page of a list to the first page and to the next page. */
export function Pager({ backHref, backText = '回第一页', nextHref, rel = 'next' }: PagerProps) {
  return (
    <nav className="pager" aria-label="分页">
      {backHref !== null && (
        <a className="button button-quiet" href={backHref}>
          {backText}
        </a>
      )}
      {nextHref !== null && (
        <a className="button" href={nextHref} rel={rel}>
          下一页
        </a>
      )}
    </nav>
  )
}
