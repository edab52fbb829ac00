import type { ComponentType } from 'react'
import type { LoaderFunction, RouteObject } from 'react-router'
import { bookQuery } from './book/book-href.ts'
import { RootDocument, rootLoader } from './document.tsx'
import { BareLayout } from './layout/bare-layout.tsx'
import { Layout } from './layout/layout.tsx'
import { shelfQuery } from './library/shelf-query.ts'
import { mapQuery } from './map/map-address.ts'
import type { AddressRules } from './page-address.ts'
import { readPageQuery } from './read/read-query.ts'
import { ErrorPage } from './ui/error-page.tsx'
import { notFoundLoader } from './ui/not-found.ts'
import { videoQuery } from './video/video-href.ts'

interface PageModule {
  Component: ComponentType
  loader?: LoaderFunction
}

interface PageRules extends AddressRules {
  /** Modules the page cannot be without, besides its own. */
  parts?: string[]
}

/**
 * A page loaded when it is first visited. Its `handle` tells the server which chunks to preload and how to read its
 * addresses; a page that has query parameters or an id in its path must declare them here.
 */
function page(
  path: string,
  module: string,
  load: () => Promise<PageModule>,
  { parts = [], ...address }: PageRules = {},
): RouteObject {
  return {
    path,
    caseSensitive: true,
    handle: { modules: [module, ...parts].map((one) => `web/${one}.tsx`), address },
    lazy: load,
  }
}

/** Every page there is. */
export const routes: RouteObject[] = [
  {
    id: 'root',
    loader: rootLoader,
    shouldRevalidate: () => false,
    Component: RootDocument,
    ErrorBoundary: () => (
      <RootDocument>
        <ErrorPage />
      </RootDocument>
    ),
    children: [
      page('user/login', 'user/login-page', () => import('./user/login-page.tsx')),
      page('user/reset', 'user/reset-page', () => import('./user/reset-page.tsx')),
      page('user/register', 'user/register-page', () => import('./user/register-page.tsx')),
      {
        Component: BareLayout,
        children: [
          {
            ErrorBoundary: ErrorPage,
            children: [
              page('book/:id/read', 'read/read-page', () => import('./read/read-page.tsx'), {
                id: 'book',
                query: readPageQuery,
                parts: ['read/reader'],
              }),
              page('book/kept', 'read/kept-page', () => import('./read/kept-page.tsx')),
            ],
          },
        ],
      },
      {
        Component: Layout,
        children: [
          {
            ErrorBoundary: ErrorPage,
            children: [
              {
                // Home and /map are one page: going from one to the other leaves the map as it is.
                id: 'places',
                handle: { modules: ['web/map/places-loader.ts'] },
                lazy: () => import('./map/places-loader.ts'),
                children: [page('map?', 'map/map-page', () => import('./map/map-page.tsx'), { query: mapQuery })],
              },
              page('book', 'book/book-list-page', () => import('./book/book-list-page.tsx'), { query: bookQuery }),
              page('book/freeBook', 'book/free-book-page', () => import('./book/free-book-page.tsx'), {
                query: shelfQuery,
              }),
              page('book/recommend', 'recommend/recommend-page', () => import('./recommend/recommend-page.tsx')),
              page('book/:id', 'book/book-page', () => import('./book/book-page.tsx'), { id: 'book' }),
              page('video', 'video/video-list-page', () => import('./video/video-list-page.tsx'), {
                query: videoQuery,
              }),
              page('video/:id', 'video/video-page', () => import('./video/video-page.tsx'), { id: 'video' }),
              page('user/recommend', 'recommend/recommend-page', () => import('./recommend/recommend-page.tsx')),
              ...['user/unsubscribe', 'user/unsubscribe/done', 'user/unsubscribe/failed'].map((path) =>
                page(path, 'user/unsubscribe-page', () => import('./user/unsubscribe-page.tsx')),
              ),
              page('user/userInfo', 'user/user-info-page', () => import('./user/user-info-page.tsx')),
              page('user/:id', 'reader/reader-page', () => import('./reader/reader-page.tsx'), { id: 'user' }),
              {
                path: 'admin',
                handle: { modules: ['web/admin/admin-frame.tsx'] },
                lazy: () => import('./admin/admin-frame.tsx'),
                children: [
                  page('recommend', 'review/review-page', () => import('./review/review-page.tsx')),
                  page('video', 'video/admin-video-page', () => import('./video/admin-video-page.tsx')),
                  page('book', 'book/admin-book-page', () => import('./book/admin-book-page.tsx')),
                  page('book/:id', 'book/edit-book-page', () => import('./book/edit-book-page.tsx'), {
                    id: 'book',
                    words: ['new'],
                  }),
                  page('tag', 'tag/admin-tag-page', () => import('./tag/admin-tag-page.tsx')),
                  page('place', 'place/admin-place-page', () => import('./place/admin-place-page.tsx')),
                  page('tour', 'tour/admin-tour-page', () => import('./tour/admin-tour-page.tsx')),
                  page('tour/:id', 'tour/edit-tour-page', () => import('./tour/edit-tour-page.tsx'), {
                    id: 'tour',
                    words: ['new'],
                  }),
                  page('search', 'search/admin-search-page', () => import('./search/admin-search-page.tsx')),
                  page('comment', 'comment/admin-comment-page', () => import('./comment/admin-comment-page.tsx')),
                  page('guard', 'guard/admin-guard-page', () => import('./guard/admin-guard-page.tsx')),
                  page('user', 'user/admin-user-page', () => import('./user/admin-user-page.tsx')),
                  page('audit', 'audit/admin-audit-page', () => import('./audit/admin-audit-page.tsx')),
                  page('library', 'library/admin-library-page', () => import('./library/admin-library-page.tsx')),
                ],
              },
              { path: '*', loader: notFoundLoader, Component: () => null },
            ],
          },
        ],
      },
    ],
  },
]
