import type { RouteObject } from 'react-router'
import { bookQuery } from '#web/book/book-href.ts'
import { RootDocument } from './document.tsx'
import { rootLoader } from '#web/page/use-site.ts'
import { BareLayout } from '#web/layout/bare-layout.tsx'
import { Layout } from '#web/layout/layout.tsx'
import { personQuery } from '#web/person/person-query.ts'
import { connectQuery } from '#web/connect/connect-query.ts'
import { freeBookQuery } from '#web/free-books/free-book-query.ts'
import { mapQuery } from '#web/map/state/map-address.ts'
import { adminRouteId, page } from '#web/page/page-route.ts'
import { readPageQuery } from '#web/reader/read-query.ts'
import { ErrorPage } from '#web/page/error-page.tsx'
import { notFoundLoader } from '#web/page/not-found.ts'
import { directoryQuery } from '#web/place/address/directory-href.ts'
import { infoPageNames } from '#shared/info-page-names.ts'
import { placeQuery } from '#web/place/address/place-href.ts'
import { todayQuery } from '#web/today/today-query.ts'
import { videoQuery } from '#web/video/video-href.ts'

/** The page routes of the site, except the children of the admin route, which are in `admin-routes.ts`. */
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
      page('user/login', 'account/login/login-page', () => import('#web/account/login/login-page.tsx')),
      page('user/reset', 'account/login/reset-page', () => import('#web/account/login/reset-page.tsx')),
      page('user/register', 'account/login/register-page', () => import('#web/account/login/register-page.tsx')),
      {
        Component: BareLayout,
        // The page of the reader has no menus of the site. If the book has no text, the page only says so, and has the
        // menus like all other pages.
        ErrorBoundary: () => (
          <Layout>
            <ErrorPage />
          </Layout>
        ),
        children: [
          page('book/:id/read', 'reader/read-page', () => import('#web/reader/read-page.tsx'), {
            id: 'book',
            query: readPageQuery,
            parts: ['reader/reader'],
            startsAtOnce: true,
          }),
          page('book/offline', 'reader/offline/offline-page', () => import('#web/reader/offline/offline-page.tsx'), {
            startsAtOnce: true,
          }),
        ],
      },
      {
        Component: Layout,
        children: [
          {
            ErrorBoundary: ErrorPage,
            children: [
              {
                // The home page and `/map` are one route, so that the map is preserved when the user goes from one to
                // the other.
                id: 'places',
                // The list of places is long and in the server's HTML, so it is not sent a second time as data.
                handle: { notHydrated: ['places'] },
                lazy: async () => (await import('#web/map/map-page.tsx')).places,
                children: [page('map?', 'map/map-page', () => import('#web/map/map-page.tsx'), { query: mapQuery })],
              },
              page('book', 'book/list/book-list-page', () => import('#web/book/list/book-list-page.tsx'), {
                query: bookQuery,
              }),
              page('book/freeBook', 'free-books/free-book-page', () => import('#web/free-books/free-book-page.tsx'), {
                query: freeBookQuery,
              }),
              page(
                'book/recommend',
                'recommendation/recommendation-page',
                () => import('#web/recommendation/recommendation-page.tsx'),
              ),
              page('book/:id', 'book/detail/book-page', () => import('#web/book/detail/book-page.tsx'), { id: 'book' }),
              page('person/:id', 'person/person-page', () => import('#web/person/person-page.tsx'), {
                id: 'person',
                query: personQuery,
              }),
              page(
                'place',
                'place/directory/place-directory-page',
                () => import('#web/place/directory/place-directory-page.tsx'),
                { query: directoryQuery },
              ),
              page('place/:id', 'place/page/place-page', () => import('#web/place/page/place-page.tsx'), {
                id: 'place',
                query: placeQuery,
              }),
              page('tour', 'tour/page/tour-list-page', () => import('#web/tour/page/tour-list-page.tsx')),
              page('tour/:id', 'tour/page/tour-page', () => import('#web/tour/page/tour-page.tsx'), { id: 'tour' }),
              ...infoPageNames.map((name) => page(name, 'info/info-page', () => import('#web/info/info-page.tsx'))),
              page('today', 'today/today-page', () => import('#web/today/today-page.tsx'), { query: todayQuery }),
              page('connect', 'connect/connect-page', () => import('#web/connect/connect-page.tsx'), {
                query: connectQuery,
              }),
              page('video', 'video/page/video-list-page', () => import('#web/video/page/video-list-page.tsx'), {
                query: videoQuery,
              }),
              page('video/:id', 'video/page/video-page', () => import('#web/video/page/video-page.tsx'), {
                id: 'video',
              }),
              page(
                'user/recommend',
                'recommendation/recommendation-page',
                () => import('#web/recommendation/recommendation-page.tsx'),
              ),
              ...['user/unsubscribe', 'user/unsubscribe/done', 'user/unsubscribe/failed'].map((path) =>
                page(path, 'account/centre/unsubscribe-page', () => import('#web/account/centre/unsubscribe-page.tsx')),
              ),
              page(
                'user/userInfo',
                'account/centre/user-info-page',
                () => import('#web/account/centre/user-info-page.tsx'),
              ),
              page('user/map', 'profile/my-map-page', () => import('#web/profile/my-map-page.tsx')),
              page('user/year', 'profile/my-year-page', () => import('#web/profile/my-year-page.tsx')),
              page('user/reading', 'profile/my-reading-page', () => import('#web/profile/my-reading-page.tsx')),
              page('user/:id', 'profile/profile-page', () => import('#web/profile/profile-page.tsx'), { id: 'user' }),
              {
                id: adminRouteId,
                path: 'admin',
                handle: { modules: ['web/admin/admin-frame.tsx', 'web/admin-routes.ts'] },
                lazy: () => import('#web/admin/admin-frame.tsx'),
                children: [],
              },
              { path: '*', loader: notFoundLoader, Component: () => null },
            ],
          },
        ],
      },
    ],
  },
]
