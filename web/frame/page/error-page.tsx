import { type ErrorResponse, useLocation, useRouteError } from 'react-router'
import { useSite } from './use-site.ts'
import './error-page.css'

/** Error page, rendered in place of a page that failed to load. */
export function ErrorPage() {
  const site = useSite()
  const { pathname, search } = useLocation()
  const { status, message } = describe(useRouteError())
  // After a server error (5xx) the same URL may work later, so the page offers to try again. Other errors are caused by
  // the request itself.
  const isOutage = status >= 500
  const isOffline = isOutage && navigator.onLine === false
  return (
    <section className="error-page">
      <title>{`${status === 404 ? '没找到页面' : '出错了'} · ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      {!isOffline && <p className="error-status">{status}</p>}
      <h1>{status === 404 ? '没找到页面...' : isOffline ? '没有网络' : '这一页没有打开'}</h1>
      <p className="error-message">{isOffline ? '这一页要有网络才能打开。' : message}</p>
      {status === 404 && (
        <form className="error-search" role="search" action="/book">
          <input
            type="search"
            name="q"
            required
            maxLength={100}
            aria-label="搜书、作者、地方、标签"
            placeholder="书名、作者、地名、拼音"
          />
          <button type="submit" className="button">
            搜索
          </button>
        </form>
      )}
      <p className="error-links">
        {isOutage && (
          <a className="button" href={pathname + search} data-reload>
            再试
          </a>
        )}
        <a className={isOutage ? 'button button-quiet' : 'button'} href="/">
          回首页
        </a>
        {isOutage ? (
          <a className="button button-quiet" href="/book/offline" data-reload>
            本机的书
          </a>
        ) : (
          <>
            <a className="button button-quiet" href="/book">
              看看好书
            </a>
            <a className="button button-quiet" href="/today">
              今天的一书一地
            </a>
          </>
        )}
      </p>
    </section>
  )
}

function describe(error: unknown): { status: number; message: string } {
  if (!isErrorResponse(error)) return { status: 500, message: '页面出错了，请刷新再试。' }
  const { message } = (error.data ?? {}) as { message?: string }
  if (error.status === 404) {
    return {
      status: 404,
      message:
        message && message !== '没找到页面...'
          ? `${message}。`
          : '这个地址上没有东西，也许是抄错了一个字，也许它已经搬走。',
    }
  }
  return { status: error.status, message: message ?? '请稍后再试。' }
}

/**
 * Recognizes error responses of the router by their fields rather than their class, because the server sends them to
 * the browser as JSON.
 */
function isErrorResponse(error: unknown): error is Pick<ErrorResponse, 'status' | 'data'> {
  return (
    typeof error === 'object' &&
    error !== null &&
    'data' in error &&
    typeof (error as ErrorResponse).status === 'number'
  )
}
