import { audit } from './audit.ts'
import { auth } from './auth.ts'
import { book } from './book.ts'
import type { Contract } from './endpoint.ts'
import { mark } from './mark.ts'
import { member } from './member.ts'
import { ownData } from './own-data.ts'
import { passkey } from './passkey.ts'
import { place } from './place.ts'
import { route } from './route.ts'
import { search } from './search.ts'
import { session } from './own-session.ts'
import { site } from './site.ts'
import { tag } from './tag.ts'
import { totp } from './totp.ts'
import { tour } from './tour.ts'
import { user } from './user.ts'

/** Every call there is: noun → verb → row. The server mounts it, the client is typed by it, OpenAPI describes it. */
export const contract = {
  auth,
  session,
  passkey,
  totp,
  user: { ...user, ...member, ...ownData },
  audit,
  book,
  tag,
  place,
  mark,
  tour,
  route,
  search,
  site,
} satisfies Contract
