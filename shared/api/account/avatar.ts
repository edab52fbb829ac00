import * as z from 'zod/mini'
import { endpoint } from '#shared/api/endpoint.ts'
import { UploadKey } from '#shared/api/upload.ts'

/**
 * The new avatar: the key of its 168-pixel picture in the object store, or an empty string for the generated avatar.
 */
const Profile = z.strictObject({ profile: z.string() })

export const avatar = {
  change: endpoint({
    method: 'PUT',
    path: '/user/profile',
    access: 'reader',
    effect: 'write',
    timeout: 15,
    rate: 10,
    summary: 'Use an uploaded picture as the avatar',
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
    summary: 'Remove the avatar and return to the generated one',
    input: z.object({}),
    output: Profile,
  }),
}
