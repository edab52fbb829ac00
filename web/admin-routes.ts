import type { RouteObject } from 'react-router'
import { page } from '#web/frame/page/page-route.ts'

/** The children of the admin route. Browsers load them only for users who open an admin page. */
export const adminRoutes: RouteObject[] = [
  page('', 'pages/system/admin-start-page', () => import('#web/pages/system/admin-start-page.tsx')),
  page(
    'recommend',
    'community/recommendation/admin/recommendation-admin-page',
    () => import('#web/community/recommendation/admin/recommendation-admin-page.tsx'),
  ),
  page(
    'video',
    'catalogue/video/admin/admin-video-page',
    () => import('#web/catalogue/video/admin/admin-video-page.tsx'),
  ),
  page('book', 'catalogue/book/admin/admin-book-page', () => import('#web/catalogue/book/admin/admin-book-page.tsx')),
  page(
    'book/:id',
    'catalogue/book/admin/edit-book-page',
    () => import('#web/catalogue/book/admin/edit-book-page.tsx'),
    {
      id: 'book',
      words: ['new'],
    },
  ),
  page(
    'person',
    'catalogue/person/admin/admin-person-page',
    () => import('#web/catalogue/person/admin/admin-person-page.tsx'),
  ),
  page(
    'person/:id',
    'catalogue/person/admin/edit-person-page',
    () => import('#web/catalogue/person/admin/edit-person-page.tsx'),
    {
      id: 'person',
      words: ['new'],
    },
  ),
  page('tag', 'catalogue/tag/admin/admin-tag-page', () => import('#web/catalogue/tag/admin/admin-tag-page.tsx')),
  page(
    'place',
    'catalogue/place/admin/admin-place-page',
    () => import('#web/catalogue/place/admin/admin-place-page.tsx'),
  ),
  page('tour', 'map/tour/admin-tour-page', () => import('#web/map/tour/admin-tour-page.tsx')),
  page('tour/:id', 'map/tour/edit-tour-page', () => import('#web/map/tour/edit-tour-page.tsx'), {
    id: 'tour',
    words: ['new'],
  }),
  page('search', 'search/admin/admin-search-page', () => import('#web/search/admin/admin-search-page.tsx')),
  page(
    'comment',
    'community/comment/admin/admin-comment-page',
    () => import('#web/community/comment/admin/admin-comment-page.tsx'),
  ),
  page('guard', 'community/guard/admin-guard-page', () => import('#web/community/guard/admin-guard-page.tsx')),
  page('system', 'pages/system/admin-system-page', () => import('#web/pages/system/admin-system-page.tsx')),
  page('user', 'account/member/admin-user-page', () => import('#web/account/member/admin-user-page.tsx')),
  page('audit', 'catalogue/audit/admin-audit-page', () => import('#web/catalogue/audit/admin-audit-page.tsx')),
  page('library', 'reading/library/admin-library-page', () => import('#web/reading/library/admin-library-page.tsx')),
]
