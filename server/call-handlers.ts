import type { Handlers } from '#server/call/handlers.ts'
import { auditHandlers } from '#server/audit/trail/audit-handlers.ts'
import { authHandlers } from '#server/account/login/auth-handlers.ts'
import { sessionHandlers } from '#server/account/settings/session-handlers.ts'
import { avatarHandlers } from '#server/account/avatar/avatar-handlers.ts'
import { bookAdminHandlers } from '#server/book/book-admin-handlers.ts'
import { editionAdminHandlers } from '#server/book/edition-admin-handlers.ts'
import { bookHandlers } from '#server/book/book-handlers.ts'
import { commentHandlers } from '#server/comment/comment-handlers.ts'
import { commentAdminHandlers } from '#server/comment/comment-admin-handlers.ts'
import { connectHandlers } from '#server/connect/connect-handlers.ts'
import { dictionaryHandlers } from '#server/dictionary/dictionary-handlers.ts'
import { systemHandlers } from '#server/system/system-handlers.ts'
import { guardHandlers } from '#server/guard/guard-handlers.ts'
import { kosyncHandlers } from '#server/e-reader/kosync/kosync-handlers.ts'
import { libraryHandlers } from '#server/library/library-handlers.ts'
import { libraryAdminHandlers } from '#server/library/library-admin-handlers.ts'
import { markHandlers } from '#server/map/marks/mark-handlers.ts'
import { passkeyHandlers } from '#server/account/passkey/passkey-handlers.ts'
import { messageHandlers } from '#server/message/message-handlers.ts'
import { personHandlers } from '#server/person/page/person-handlers.ts'
import { personAdminHandlers } from '#server/person/admin/person-admin-handlers.ts'
import { placeDirectoryHandlers } from '#server/place/page/place-directory-handlers.ts'
import { placePageHandlers } from '#server/place/page/place-page-handlers.ts'
import { placeAdminHandlers } from '#server/place/place-admin-handlers.ts'
import { placeHandlers } from '#server/place/place-handlers.ts'
import { recommendationHandlers } from '#server/recommendation/recommendation-handlers.ts'
import { recommendationAdminHandlers } from '#server/recommendation/recommendation-admin-handlers.ts'
import { reactionHandlers } from '#server/reaction/reaction-handlers.ts'
import { reactionAdminHandlers } from '#server/reaction/reaction-admin-handlers.ts'
import { relationHandlers } from '#server/relation/relation-handlers.ts'
import { relationAdminHandlers } from '#server/relation/relation-admin-handlers.ts'
import { reportHandlers } from '#server/report/report-handlers.ts'
import { profileHandlers } from '#server/profile/profile-handlers.ts'
import { readingTimeHandlers } from '#server/reading/reading-time-handlers.ts'
import { shelfMapHandlers } from '#server/profile/shelf-map-handlers.ts'
import { annotationHandlers } from '#server/reading/annotation-handlers.ts'
import { readingHandlers } from '#server/reading/reading-handlers.ts'
import { routeHandlers } from '#server/route/route-handlers.ts'
import { searchHandlers } from '#server/search/search-handlers.ts'
import { searchAdminHandlers } from '#server/search/search-admin-handlers.ts'
import { shelfHandlers } from '#server/shelf/shelf-handlers.ts'
import { siteHandlers } from '#server/site/site-handlers.ts'
import { tagAdminHandlers } from '#server/tag/tag-admin-handlers.ts'
import { tagHandlers } from '#server/tag/tag-handlers.ts'
import { todayHandlers } from '#server/today/today-handlers.ts'
import { totpHandlers } from '#server/account/totp/totp-handlers.ts'
import { tourAdminHandlers } from '#server/tour/tour-admin-handlers.ts'
import { tourHandlers } from '#server/tour/tour-handlers.ts'
import { memberHandlers } from '#server/account/member/member-handlers.ts'
import { myDataHandlers } from '#server/account/settings/my-data-handlers.ts'
import { userHandlers } from '#server/account/settings/user-handlers.ts'
import { videoHandlers } from '#server/video/video-handlers.ts'
import { videoAdminHandlers } from '#server/video/video-admin-handlers.ts'

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
