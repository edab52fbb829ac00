import type { TagKind } from '#shared/api/tag/tag.ts'

export const tagKindNames: Record<TagKind, string> = { form: '体裁', subject: '主题', era: '时代', region: '地域' }

/** The most tags an item may have. */
export const maxTags = 8
