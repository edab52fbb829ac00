import { annotation } from './annotation.ts'
import { audit } from './audit.ts'
import { auth } from './auth.ts'
import { avatar } from './avatar.ts'
import { book } from './book.ts'
import { bookDesk } from './book-desk.ts'
import { comment } from './comment.ts'
import type { Contract } from './endpoint.ts'
import { guard } from './guard.ts'
import { kosync } from './kosync.ts'
import { library } from './library.ts'
import { mark } from './mark.ts'
import { member } from './member.ts'
import { message } from './message.ts'
import { ownData } from './own-data.ts'
import { session } from './own-session.ts'
import { passkey } from './passkey.ts'
import { place } from './place.ts'
import { placeDesk } from './place-desk.ts'
import { reaction } from './reaction.ts'
import { reader } from './reader.ts'
import { reading } from './reading.ts'
import { recommend } from './recommend.ts'
import { report } from './report.ts'
import { route } from './route.ts'
import { search } from './search.ts'
import { shelf } from './shelf.ts'
import { site } from './site.ts'
import { tag } from './tag.ts'
import { tagDesk } from './tag-desk.ts'
import { totp } from './totp.ts'
import { tour } from './tour.ts'
import { tourDesk } from './tour-desk.ts'
import { user } from './user.ts'
import { video } from './video.ts'

/** Every call there is: noun → verb → row. The server mounts it, the client is typed by it, OpenAPI describes it. */
export const contract = {
  auth,
  session,
  passkey,
  totp,
  user: { ...user, ...member, ...ownData },
  avatar,
  audit,
  book: { ...book, ...bookDesk },
  video,
  tag: { ...tag, ...tagDesk },
  place: { ...place, ...placeDesk },
  mark,
  tour: { ...tour, ...tourDesk },
  route,
  search,
  kosync,
  library,
  reading,
  annotation,
  recommend,
  comment,
  reaction,
  shelf,
  report,
  guard,
  message,
  reader,
  site,
} satisfies Contract
