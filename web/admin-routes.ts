import type { RouteObject } from 'react-router'
import { page } from '#web/page/page-route.ts'

/** The children of the admin route. Browsers load them only for users who open an admin page. */
export const adminRoutes: RouteObject[] = [
  page('', 'system/admin-start-page', () => import('#web/system/admin-start-page.tsx')),
  page(
    'recommend',
    'recommendation/admin/recommendation-admin-page',
    () => import('#web/recommendation/admin/recommendation-admin-page.tsx'),
  ),
  page('video', 'video/admin/admin-video-page', () => import('#web/video/admin/admin-video-page.tsx')),
  page('book', 'book/admin/admin-book-page', () => import('#web/book/admin/admin-book-page.tsx')),
  page('book/:id', 'book/admin/edit-book-page', () => import('#web/book/admin/edit-book-page.tsx'), {
    id: 'book',
    words: ['new'],
  }),
  page('person', 'person/admin/admin-person-page', () => import('#web/person/admin/admin-person-page.tsx')),
  page('person/:id', 'person/admin/edit-person-page', () => import('#web/person/admin/edit-person-page.tsx'), {
    id: 'person',
    words: ['new'],
  }),
  page('tag', 'tag/admin/admin-tag-page', () => import('#web/tag/admin/admin-tag-page.tsx')),
  page('place', 'place/admin/admin-place-page', () => import('#web/place/admin/admin-place-page.tsx')),
  page('tour', 'tour/admin-tour-page', () => import('#web/tour/admin-tour-page.tsx')),
  page('tour/:id', 'tour/edit-tour-page', () => import('#web/tour/edit-tour-page.tsx'), {
    id: 'tour',
    words: ['new'],
  }),
  page('search', 'search/admin/admin-search-page', () => import('#web/search/admin/admin-search-page.tsx')),
  page('comment', 'comment/admin/admin-comment-page', () => import('#web/comment/admin/admin-comment-page.tsx')),
  page('guard', 'guard/admin-guard-page', () => import('#web/guard/admin-guard-page.tsx')),
  page('system', 'system/admin-system-page', () => import('#web/system/admin-system-page.tsx')),
  page('user', 'account/member/admin-user-page', () => import('#web/account/member/admin-user-page.tsx')),
  page('audit', 'audit/admin-audit-page', () => import('#web/audit/admin-audit-page.tsx')),
  page('library', 'library/admin-library-page', () => import('#web/library/admin-library-page.tsx')),
]
