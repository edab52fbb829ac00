import type { FastifyRequest } from 'fastify'
import { apiPrefix } from '#shared/api/api-prefix.ts'
import { type Failure, failures } from '#shared/api/failure.ts'

declare module 'fastify' {
  interface FastifyInstance {
    errorPage: WriteErrorPage
  }
}

/** A function that returns the complete HTML error page for a failed request. */
type WriteErrorPage = (failure: Failure, requestId: string) => string

/**
 * Creates the function that writes the error pages. A browser shows such a page where a program would receive the
 * failure as JSON. The page uses neither React nor the database, because either of them may be what failed.
 */
export function errorPages(siteName: string, styles: string[]): WriteErrorPage {
  const links = styles.map((href) => `<link rel="stylesheet" href="${escape(href)}"/>`).join('')
  return ({ kind, message }, requestId) => {
    const { status } = failures[kind]
    const isMissing = status === 404
    return `<!doctype html><html lang="zh-Hans"><head><meta charset="utf-8"/>\
<meta name="viewport" content="width=device-width, initial-scale=1"/><meta name="robots" content="noindex"/>\
<title>${isMissing ? '没找到页面' : '出错了'} · ${escape(siteName)}</title>${links}\
<link rel="icon" href="/favicon.svg" type="image/svg+xml"/></head>\
<body><main class="error-page"><p class="error-status">${status}</p>\
<h1>${isMissing ? '没找到页面...' : '这一页没有打开'}</h1><p class="error-message">${escape(message)}。</p>\
${status >= 500 ? `<p class="error-message">请求编号：<code>${escape(requestId)}</code></p>` : ''}\
<p class="error-links"><a class="button" href="/">回首页</a>\
<a class="button button-quiet" href="/book">看看好书</a></p></main></body></html>`
  }
}

/**
 * Returns whether a request comes from a browser that opens a page. Unlike other programs, a browser then names
 * `text/html` in the `Accept` header.
 */
export function wantsHtml({ url, headers }: Pick<FastifyRequest, 'url' | 'headers'>): boolean {
  return !url.startsWith(`${apiPrefix}/`) && (headers.accept ?? '').includes('text/html')
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
