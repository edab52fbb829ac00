import type { site } from '#shared/api/site.ts'
import type { NounHandlers } from '#server/http/call/handlers.ts'

export const siteHandlers: NounHandlers<typeof site> = {
  show: (_, context) => context.site,
  infoPage: ({ name }, context) => context.infoPages[name],
}
