import './pager.css'

interface PagerProps {
  /** The number of the shown page within its list, from 1; null if the server does not know it. */
  page?: number | null
  /** The number of all pages of the list; null if it is not known exactly. */
  countPages?: number | null
  /**
   * The URL of the previous page; null if the list cannot page backwards. On the second page, the link to the first
   * page serves instead.
   */
  prevHref?: string | null
  /** The URL of the first page; null on the first page itself. */
  backHref: string | null
  backText?: string
  /** The URL of the next page; null on the last page. */
  nextHref: string | null
  /** The `rel` attribute of the link to the next page. */
  rel?: 'next' | 'next nofollow'
}

/** The number of a page of a list, and links to the first, the previous and the next page. */
export function Pager({
  page = null,
  countPages = null,
  prevHref = null,
  backHref,
  backText = '回第一页',
  nextHref,
  rel = 'next',
}: PagerProps) {
  return (
    <nav className="pager" aria-label="分页">
      {backHref !== null && (
        <a className="button button-quiet" href={backHref}>
          {backText}
        </a>
      )}
      {prevHref !== null && page !== 2 && (
        <a className="button button-quiet" href={prevHref} rel="prev nofollow">
          上一页
        </a>
      )}
      {page !== null && (nextHref !== null || page > 1) && (
        <span className="pager-number">
          第 {page} 页{countPages !== null && countPages >= page && `，共 ${countPages} 页`}
        </span>
      )}
      {nextHref !== null && (
        <a className="button" href={nextHref} rel={rel}>
          下一页
        </a>
      )}
    </nav>
  )
}
