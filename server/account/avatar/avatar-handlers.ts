import type { avatar } from '#shared/api/account/avatar.ts'
import { requireUser } from '#server/http/call/require-user.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { acceptPicture, deletePicture } from '#server/account/upload/accept-picture.ts'
import { pictureFile } from '#shared/picture.ts'
import { changeAvatar } from './change-avatar.ts'

export const avatarHandlers: NounHandlers<typeof avatar> = {
  async change({ key }, { db, storage, user }) {
    const { id } = requireUser({ user })
    const picture = await acceptPicture(storage, { userId: id, kind: 'avatar', upload: key })
    const profile = pictureFile(picture, 168)
    await changeAvatar(db, storage, id, profile).catch(async (error: unknown) => {
      await deletePicture(storage, profile)
      throw error
    })
    return { profile }
  },

  async remove(_, { db, storage, user }) {
    await changeAvatar(db, storage, requireUser({ user }).id, '')
    return { profile: '' }
  },
}
