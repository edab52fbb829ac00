import type { Handlers } from '#server/http/call/handlers.ts'
import { auditHandlers } from '#server/operations/audit-trail/audit-handlers.ts'
import { authHandlers } from '#server/account/login/auth-handlers.ts'
import { sessionHandlers } from '#server/account/settings/session-handlers.ts'
import { avatarHandlers } from '#server/account/avatar/avatar-handlers.ts'
import { bookAdminHandlers } from '#server/catalogue/book/book-admin-handlers.ts'
import { editionAdminHandlers } from '#server/catalogue/book/edition-admin-handlers.ts'
import { bookHandlers } from '#server/catalogue/book/book-handlers.ts'
import { commentHandlers } from '#server/community/comment/comment-handlers.ts'
import { commentAdminHandlers } from '#server/community/comment/comment-admin-handlers.ts'
import { connectHandlers } from '#server/pages/connect/connect-handlers.ts'
import { dictionaryHandlers } from '#server/reading/dictionary/dictionary-handlers.ts'
import { systemHandlers } from '#server/operations/system/system-handlers.ts'
import { guardHandlers } from '#server/community/guard/guard-handlers.ts'
import { kosyncHandlers } from '#server/reading/e-reader/kosync/kosync-handlers.ts'
import { libraryHandlers } from '#server/reading/library/library-handlers.ts'
import { libraryAdminHandlers } from '#server/reading/library/library-admin-handlers.ts'
import { markHandlers } from '#server/map/marks/mark-handlers.ts'
import { passkeyHandlers } from '#server/account/passkey/passkey-handlers.ts'
import { messageHandlers } from '#server/account/message/message-handlers.ts'
import { personHandlers } from '#server/catalogue/person/page/person-handlers.ts'
import { personAdminHandlers } from '#server/catalogue/person/admin/person-admin-handlers.ts'
import { placeDirectoryHandlers } from '#server/catalogue/place/page/place-directory-handlers.ts'
import { placePageHandlers } from '#server/catalogue/place/page/place-page-handlers.ts'
import { placeAdminHandlers } from '#server/catalogue/place/place-admin-handlers.ts'
import { placeHandlers } from '#server/catalogue/place/place-handlers.ts'
import { recommendationHandlers } from '#server/community/recommendation/recommendation-handlers.ts'
import { recommendationAdminHandlers } from '#server/community/recommendation/recommendation-admin-handlers.ts'
import { reactionHandlers } from '#server/community/reaction/reaction-handlers.ts'
import { reactionAdminHandlers } from '#server/community/reaction/reaction-admin-handlers.ts'
import { relationHandlers } from '#server/catalogue/relation/relation-handlers.ts'
import { relationAdminHandlers } from '#server/catalogue/relation/relation-admin-handlers.ts'
import { reportHandlers } from '#server/community/report/report-handlers.ts'
import { profileHandlers } from '#server/community/profile/profile-handlers.ts'
import { readingTimeHandlers } from '#server/reading/reader/reading-time-handlers.ts'
import { shelfMapHandlers } from '#server/community/profile/shelf-map-handlers.ts'
import { annotationHandlers } from '#server/reading/reader/annotation-handlers.ts'
import { readingHandlers } from '#server/reading/reader/reading-handlers.ts'
import { routeHandlers } from '#server/catalogue/route/route-handlers.ts'
import { searchHandlers } from '#server/pages/search-page/search-handlers.ts'
import { searchAdminHandlers } from '#server/search/search-admin-handlers.ts'
import { shelfHandlers } from '#server/community/shelf/shelf-handlers.ts'
import { siteHandlers } from '#server/http/site/site-handlers.ts'
import { tagAdminHandlers } from '#server/catalogue/tag/tag-admin-handlers.ts'
import { tagHandlers } from '#server/catalogue/tag/tag-handlers.ts'
import { todayHandlers } from '#server/pages/today/today-handlers.ts'
import { totpHandlers } from '#server/account/totp/totp-handlers.ts'
import { tourAdminHandlers } from '#server/map/tour/tour-admin-handlers.ts'
import { tourHandlers } from '#server/map/tour/tour-handlers.ts'
import { memberHandlers } from '#server/account/member/member-handlers.ts'
import { myDataHandlers } from '#server/account/settings/my-data-handlers.ts'
import { userHandlers } from '#server/account/settings/user-handlers.ts'
import { videoHandlers } from '#server/catalogue/video/video-handlers.ts'
import { videoAdminHandlers } from '#server/catalogue/video/video-admin-handlers.ts'

/** The functions that answer API calls: one for every call that the API contract defines. */
export const callHandlers: Handlers = {
  auth: authHandlers,
  session: sessionHandlers,
  passkey: passkeyHandlers,
  totp: totpHandlers,
  user: { ...userHandlers, ...memberHandlers, ...myDataHandlers },
  audit: auditHandlers,
  avatar: avatarHandlers,
  message: messageHandlers,
  profile: profileHandlers,
  shelfMap: shelfMapHandlers,
  readingTime: readingTimeHandlers,
  person: { ...personHandlers, ...personAdminHandlers },
  book: { ...bookHandlers, ...bookAdminHandlers },
  edition: editionAdminHandlers,
  relation: { ...relationHandlers, ...relationAdminHandlers },
  kosync: kosyncHandlers,
  video: { ...videoHandlers, ...videoAdminHandlers },
  library: { ...libraryHandlers, ...libraryAdminHandlers },
  tag: { ...tagHandlers, ...tagAdminHandlers },
  place: { ...placeHandlers, ...placePageHandlers, ...placeDirectoryHandlers, ...placeAdminHandlers },
  search: { ...searchHandlers, ...searchAdminHandlers },
  connect: connectHandlers,
  mark: markHandlers,
  tour: { ...tourHandlers, ...tourAdminHandlers },
  recommendation: { ...recommendationHandlers, ...recommendationAdminHandlers },
  route: routeHandlers,
  site: siteHandlers,
  today: todayHandlers,
  comment: { ...commentHandlers, ...commentAdminHandlers },
  reaction: { ...reactionHandlers, ...reactionAdminHandlers },
  shelf: shelfHandlers,
  report: reportHandlers,
  guard: guardHandlers,
  system: systemHandlers,
  reading: readingHandlers,
  annotation: annotationHandlers,
  dictionary: dictionaryHandlers,
}
