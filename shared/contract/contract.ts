import { annotation } from '#shared/api/reader/annotation.ts'
import { audit } from '#shared/api/audit.ts'
import { auth } from '#shared/api/account/auth.ts'
import { avatar } from '#shared/api/account/avatar.ts'
import { book } from '#shared/api/book/book.ts'
import { bookAdmin } from '#shared/api/book/book-admin.ts'
import { editionAdmin } from '#shared/api/book/edition-admin.ts'
import { comment } from '#shared/api/community/comment.ts'
import { commentAdmin } from '#shared/api/community/comment-admin.ts'
import { connect } from '#shared/api/search/connect.ts'
import { dictionary } from '#shared/api/reader/dictionary.ts'
import type { Contract } from '#shared/api/endpoint.ts'
import { guard } from '#shared/api/community/guard.ts'
import { kosync } from '#shared/api/account/kosync.ts'
import { library } from '#shared/api/book/library.ts'
import { libraryAdmin } from '#shared/api/book/library-admin.ts'
import { mark } from '#shared/api/place/mark.ts'
import { member } from '#shared/api/account/member.ts'
import { message } from '#shared/api/community/message.ts'
import { myData } from '#shared/api/account/my-data.ts'
import { session } from '#shared/api/account/user-session.ts'
import { passkey } from '#shared/api/account/passkey.ts'
import { person } from '#shared/api/person/person.ts'
import { place } from '#shared/api/place/place.ts'
import { personAdmin } from '#shared/api/person/person-admin.ts'
import { placeAdmin } from '#shared/api/place/place-admin.ts'
import { placeDirectory } from '#shared/api/place/place-directory.ts'
import { placePage } from '#shared/api/place/place-page.ts'
import { reaction } from '#shared/api/community/reaction.ts'
import { reactionAdmin } from '#shared/api/community/reaction-admin.ts'
import { profile } from '#shared/api/account/profile.ts'
import { shelfMap } from '#shared/api/account/shelf-map.ts'
import { reading } from '#shared/api/reader/reading.ts'
import { readingTime } from '#shared/api/reader/reading-time.ts'
import { recommendation } from '#shared/api/book/recommendation.ts'
import { recommendationAdmin } from '#shared/api/book/recommendation-admin.ts'
import { relation } from '#shared/api/book/relation.ts'
import { relationAdmin } from '#shared/api/book/relation-admin.ts'
import { report } from '#shared/api/community/report.ts'
import { route } from '#shared/api/place/route.ts'
import { search } from '#shared/api/search/search.ts'
import { searchAdmin } from '#shared/api/search/search-admin.ts'
import { shelf } from '#shared/api/book/shelf.ts'
import { site } from '#shared/api/site.ts'
import { system } from '#shared/api/system.ts'
import { today } from '#shared/api/today.ts'
import { tag } from '#shared/api/tag/tag.ts'
import { tagAdmin } from '#shared/api/tag/tag-admin.ts'
import { totp } from '#shared/api/account/totp.ts'
import { tour } from '#shared/api/place/tour.ts'
import { tourAdmin } from '#shared/api/place/tour-admin.ts'
import { user } from '#shared/api/account/user.ts'
import { video } from '#shared/api/book/video.ts'
import { videoAdmin } from '#shared/api/book/video-admin.ts'

/**
 * All calls of the API by noun and verb. The server mounts their routes from this object, the client derives its types
 * from it, and the OpenAPI document describes it.
 */
export const contract = {
  auth,
  session,
  passkey,
  totp,
  user: { ...user, ...member, ...myData },
  avatar,
  audit,
  book: { ...book, ...bookAdmin },
  edition: editionAdmin,
  relation: { ...relation, ...relationAdmin },
  video: { ...video, ...videoAdmin },
  tag: { ...tag, ...tagAdmin },
  person: { ...person, ...personAdmin },
  place: { ...place, ...placePage, ...placeDirectory, ...placeAdmin },
  mark,
  tour: { ...tour, ...tourAdmin },
  route,
  search: { ...search, ...searchAdmin },
  connect,
  kosync,
  library: { ...library, ...libraryAdmin },
  reading,
  readingTime,
  annotation,
  dictionary,
  recommendation: { ...recommendation, ...recommendationAdmin },
  comment: { ...comment, ...commentAdmin },
  reaction: { ...reaction, ...reactionAdmin },
  shelf,
  report,
  guard,
  system,
  message,
  profile,
  shelfMap,
  today,
  site,
} satisfies Contract
