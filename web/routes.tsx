import type { RouteObject } from 'react-router'
import { bookQuery } from '#web/catalogue/book/book-href.ts'
import { RootDocument } from './document.tsx'
import { rootLoader } from '#web/frame/page/use-site.ts'
import { BareLayout } from '#web/pages/layout/bare-layout.tsx'
import { Layout } from '#web/pages/layout/layout.tsx'
import { personQuery } from '#web/catalogue/person/person-query.ts'
import { connectQuery } from '#web/catalogue/book/connect-query.ts'
import { freeBookQuery } from '#web/reading/free-books/free-book-query.ts'
import { mapQuery } from '#web/frame/globe/state/map-address.ts'
import { adminRouteId, page } from '#web/frame/page/page-route.ts'
import { readPageQuery } from '#web/reading/reader/read-query.ts'
import { ErrorPage } from '#web/frame/page/error-page.tsx'
import { notFoundLoader } from '#web/frame/page/not-found.ts'
import { directoryQuery } from '#web/catalogue/place/address/directory-href.ts'
import { infoPageNames } from '#shared/info-page-names.ts'
import { placeQuery } from '#web/catalogue/place/address/place-href.ts'
import { todayQuery } from '#web/pages/today/today-query.ts'
import { videoQuery } from '#web/catalogue/video/video-href.ts'

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
          page('book/:id/read', 'reading/reader/read-page', () => import('#web/reading/reader/read-page.tsx'), {
            id: 'book',
            query: readPageQuery,
            parts: ['reading/reader/reader'],
            startsAtOnce: true,
          }),
          page(
            'book/offline',
            'reading/reader/offline/offline-page',
            () => import('#web/reading/reader/offline/offline-page.tsx'),
            {
              startsAtOnce: true,
            },
          ),
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
              page('book', 'pages/book/book-list-page', () => import('#web/pages/book/book-list-page.tsx'), {
                query: bookQuery,
              }),
              page(
                'book/freeBook',
                'reading/free-books/free-book-page',
                () => import('#web/reading/free-books/free-book-page.tsx'),
                {
                  query: freeBookQuery,
                },
              ),
              page(
                'book/recommend',
                'community/recommendation/recommendation-page',
                () => import('#web/community/recommendation/recommendation-page.tsx'),
              ),
              page('book/:id', 'pages/book/book-page', () => import('#web/pages/book/book-page.tsx'), { id: 'book' }),
              page(
                'person/:id',
                'catalogue/person/person-page',
                () => import('#web/catalogue/person/person-page.tsx'),
                {
                  id: 'person',
                  query: personQuery,
                },
              ),
              page(
                'place',
                'catalogue/place/directory/place-directory-page',
                () => import('#web/catalogue/place/directory/place-directory-page.tsx'),
                { query: directoryQuery },
              ),
              page(
                'place/:id',
                'catalogue/place/page/place-page',
                () => import('#web/catalogue/place/page/place-page.tsx'),
                {
                  id: 'place',
                  query: placeQuery,
                },
              ),
              page('tour', 'map/tour/page/tour-list-page', () => import('#web/map/tour/page/tour-list-page.tsx')),
              page('tour/:id', 'map/tour/page/tour-page', () => import('#web/map/tour/page/tour-page.tsx'), {
                id: 'tour',
              }),
              ...infoPageNames.map((name) =>
                page(name, 'pages/info/info-page', () => import('#web/pages/info/info-page.tsx')),
              ),
              page('today', 'pages/today/today-page', () => import('#web/pages/today/today-page.tsx'), {
                query: todayQuery,
              }),
              page('connect', 'pages/connect/connect-page', () => import('#web/pages/connect/connect-page.tsx'), {
                query: connectQuery,
              }),
              page('video', 'pages/video/video-list-page', () => import('#web/pages/video/video-list-page.tsx'), {
                query: videoQuery,
              }),
              page('video/:id', 'pages/video/video-page', () => import('#web/pages/video/video-page.tsx'), {
                id: 'video',
              }),
              page(
                'user/recommend',
                'community/recommendation/recommendation-page',
                () => import('#web/community/recommendation/recommendation-page.tsx'),
              ),
              ...['user/unsubscribe', 'user/unsubscribe/done', 'user/unsubscribe/failed'].map((path) =>
                page(path, 'account/centre/unsubscribe-page', () => import('#web/account/centre/unsubscribe-page.tsx')),
              ),
              page(
                'user/userInfo',
                'account/centre/user-info-page',
                () => import('#web/account/centre/user-info-page.tsx'),
              ),
              page('user/map', 'community/profile/my-map-page', () => import('#web/community/profile/my-map-page.tsx')),
              page(
                'user/year',
                'community/profile/my-year-page',
                () => import('#web/community/profile/my-year-page.tsx'),
              ),
              page(
                'user/reading',
                'reading/reader/progress/my-reading-page',
                () => import('#web/reading/reader/progress/my-reading-page.tsx'),
              ),
              page(
                'user/:id',
                'community/profile/profile-page',
                () => import('#web/community/profile/profile-page.tsx'),
                {
                  id: 'user',
                },
              ),
              {
                id: adminRouteId,
                path: 'admin',
                handle: { modules: ['web/frame/admin/admin-frame.tsx', 'web/admin-routes.ts'] },
                lazy: () => import('#web/frame/admin/admin-frame.tsx'),
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
