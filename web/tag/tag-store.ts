import { useEffect } from 'react'
import { create } from 'zustand'
import type { Api } from '#shared/contract/client.ts'
import type { Tag } from '#shared/api/tag/tag.ts'

const calls = {
  tags: (api: Api) => api.tag.list,
  freeBookTags: (api: Api) => api.library.tags,
  videoTags: (api: Api) => api.video.tags,
}
type TagList = keyof typeof calls

/** The tags as a page last showed them. Only effects write them: while the server renders, modules serve all visitors. */
export const useTags = create<Record<TagList, Tag[]>>()(() => ({ tags: [], freeBookTags: [], videoTags: [] }))

/** Asks for tags. After a failure, which is only logged, they stay as they were: no page is missing because of them. */
export async function fetchTags(api: Api, signal: AbortSignal, name: TagList = 'tags'): Promise<Tag[]> {
  try {
    return (await calls[name](api)({}, signal)).list
  } catch (error) {
    signal.throwIfAborted()
    // On the server the call has been logged with its cause.
    if (typeof document !== 'undefined') console.error('fetch-tags error', error)
    return useTags.getState()[name]
  }
}

/** Remembers the tags that a page shows, for the next page that fails to fetch them. */
export function useRememberTags(list: Tag[], name: TagList = 'tags') {
  useEffect(() => {
    if (list.length > 0) useTags.setState({ [name]: list })
  }, [list, name])
}
