import * as z from 'zod/mini'
import { endpoint } from '#shared/api/endpoint.ts'
import { UploadKey } from '#shared/api/upload.ts'

/** The avatar from now on: the key of an object in the store, of 168 pixels, or empty for the drawn initial. */
const Profile = z.strictObject({ profile: z.string() })

export const avatar = {
  change: endpoint({
    method: 'PUT',
    path: '/user/profile',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: 10,
    summary: 'Make what one has uploaded one’s avatar',
    input: z.object({ key: UploadKey }),
    output: Profile,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/user/profile',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: null,
    openToSuspended: true,
    summary: 'Go back to the drawn initial',
    input: z.object({}),
    output: Profile,
  }),
}
