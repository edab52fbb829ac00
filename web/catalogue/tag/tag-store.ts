import { useEffect } from 'react'
import { create } from 'zustand'
import type { Api } from '#shared/contract/client.ts'
import type { Tag } from '#shared/api/tag/tag.ts'
import { loadPart } from '#web/frame/page/load-part.ts'

const calls = {
  tags: (api: Api) => api.tag.list,
  freeBookTags: (api: Api) => api.library.tags,
}
type TagList = keyof typeof calls
/** A tag as filters show it. Pages send their tags to the browser, so the ids, which no filter needs, are left out. */
export type ListedTag = Omit<Tag, 'id'>

/**
 * The last known tags. Only effects write to this store, because modules are shared by all visitors during server
 * rendering.
 */
const useTags = create<Record<TagList, ListedTag[]>>()(() => ({ tags: [], freeBookTags: [] }))

/**
 * Loads the tags. After a failure, which is only logged, the store keeps the previous tags, so that the page still
 * renders.
 */
export function fetchTags(api: Api, signal: AbortSignal, name: TagList = 'tags'): Promise<ListedTag[]> {
  const asked = calls[name](api)({}, signal)
  const listed = asked.then(({ list }) => list.map(({ name, kind, count }) => ({ name, kind, count })))
  return loadPart('fetch-tags', signal, listed, useTags.getState()[name])
}

/** Remembers the tags of a page for the next page that fails to load its tags. */
export function useRememberTags(list: ListedTag[], name: TagList = 'tags') {
  useEffect(() => {
    if (list.length > 0) useTags.setState({ [name]: list })
  }, [list, name])
}
