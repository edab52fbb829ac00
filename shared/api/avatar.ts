import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { UploadKey } from './upload.ts'

/** What the reader is shown by from now on: the storage key, empty for the drawn initial. */
const Profile = z.strictObject({ profile: z.string() })

export const avatar = {
  change: endpoint({
    method: 'PUT',
    path: '/user/profile',
    access: 'reader',
    effect: 'write',
    summary: 'Make what one has uploaded one’s avatar',
    input: z.object({ key: UploadKey }),
    output: Profile,
    callsPerMinute: 10,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/user/profile',
    access: 'reader',
    effect: 'write',
    openToSuspended: true,
    summary: 'Go back to the drawn initial',
    input: z.object({}),
    output: Profile,
  }),
}
