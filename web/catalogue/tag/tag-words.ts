import type { TagKind } from '#shared/api/tag/tag.ts'

export const tagKindNames: Record<TagKind, string> = { form: '体裁', subject: '主题', era: '时代', region: '地域' }

/** Maximum number of tags of one book or video. */
export const maxTags = 8
