import type { RouteObject } from 'react-router'
import { page } from '#web/frame/page/page-route.ts'

/** The children of the admin route. Browsers load them only for users who open an admin page. */
export const adminRoutes: RouteObject[] = [
  page('', 'system/admin-start-page', () => import('#web/pages/system/admin-start-page.tsx')),
  page(
    'recommend',
    'recommendation/admin/recommendation-admin-page',
    () => import('#web/community/recommendation/admin/recommendation-admin-page.tsx'),
  ),
  page('video', 'video/admin/admin-video-page', () => import('#web/catalogue/video/admin/admin-video-page.tsx')),
  page('book', 'book/admin/admin-book-page', () => import('#web/catalogue/book/admin/admin-book-page.tsx')),
  page('book/:id', 'book/admin/edit-book-page', () => import('#web/catalogue/book/admin/edit-book-page.tsx'), {
    id: 'book',
    words: ['new'],
  }),
  page('person', 'person/admin/admin-person-page', () => import('#web/catalogue/person/admin/admin-person-page.tsx')),
  page(
    'person/:id',
    'person/admin/edit-person-page',
    () => import('#web/catalogue/person/admin/edit-person-page.tsx'),
    {
      id: 'person',
      words: ['new'],
    },
  ),
  page('tag', 'tag/admin/admin-tag-page', () => import('#web/catalogue/tag/admin/admin-tag-page.tsx')),
  page('place', 'place/admin/admin-place-page', () => import('#web/catalogue/place/admin/admin-place-page.tsx')),
  page('tour', 'tour/admin-tour-page', () => import('#web/map/tour/admin-tour-page.tsx')),
  page('tour/:id', 'tour/edit-tour-page', () => import('#web/map/tour/edit-tour-page.tsx'), {
    id: 'tour',
    words: ['new'],
  }),
  page('search', 'search/admin/admin-search-page', () => import('#web/search/admin/admin-search-page.tsx')),
  page(
    'comment',
    'comment/admin/admin-comment-page',
    () => import('#web/community/comment/admin/admin-comment-page.tsx'),
  ),
  page('guard', 'guard/admin-guard-page', () => import('#web/community/guard/admin-guard-page.tsx')),
  page('system', 'system/admin-system-page', () => import('#web/pages/system/admin-system-page.tsx')),
  page('user', 'account/member/admin-user-page', () => import('#web/account/member/admin-user-page.tsx')),
  page('audit', 'audit/admin-audit-page', () => import('#web/catalogue/audit/admin-audit-page.tsx')),
  page('library', 'library/admin-library-page', () => import('#web/reading/library/admin-library-page.tsx')),
]
