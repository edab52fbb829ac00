import type { guard } from '#shared/api/community/guard.ts'
import { writeAudit } from '#server/account/audit/write-audit.ts'
import { requireUser } from '#server/http/call/require-user.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'
import { readSetting } from '#server/platform/setting/setting-queries.ts'
import { writeSetting } from '#server/platform/setting/write-setting.ts'
import { wordsSetting } from './reason-to-hold.ts'
import { findListedWords } from './word-list.ts'

export const guardHandlers: NounHandlers<typeof guard> = {
  show: async (_, { db, site: { holdFirstComment } }) => ({
    words: (await readSetting(db, wordsSetting)) ?? '',
    holdFirstComment,
  }),

  async put({ words }, context) {
    const { id: actorId } = requireUser(context)
    const { holdFirstComment } = context.site
    await context.db.transaction().execute(async (db) => {
      await writeSetting(db, wordsSetting, words)
      const detail = { lines: words === '' ? 0 : words.split('\n').length }
      await writeAudit(db, { actorId, action: 'guard.words', targetType: 'setting', targetId: null, detail })
    })
    return { words, holdFirstComment }
  },

  test: async ({ content }, { db }) => ({
    found: findListedWords((await readSetting(db, wordsSetting)) ?? '', content).slice(0, 100),
  }),
}
