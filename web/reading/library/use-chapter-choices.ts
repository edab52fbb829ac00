import { useState } from 'react'
import type { ImportEntry } from '#shared/api/book/library-admin.ts'
import type { TextChoice } from '#shared/text-choice.ts'
import { forgetUnsaved, readUnsaved, useUnsaved } from '#web/frame/session/unsaved-form.ts'

interface Unsaved {
  choices: TextChoice[]
}

/**
 * Maximum number of editing steps that are stored, and that the editor can therefore undo after returning to the page.
 */
const storedSteps = 20
const nameOf = (id: string) => `import ${id}`

/**
 * React hook that holds an editor's choices for the chapters of an uploaded file. They are stored on this device when
 * the editor leaves the page, until the file is imported, or until `forget` is called because it is discarded.
 */
export function useChapterChoices({ id, stored }: Pick<ImportEntry, 'id' | 'stored'>) {
  const [choices, setChoices] = useState(() => readUnsaved<Unsaved>(nameOf(id))?.choices ?? [])
  const isLeft = stored === null && choices.length > 0
  const forget = useUnsaved(nameOf(id), isLeft ? { choices: choices.slice(-storedSteps) } : null)
  return { choices, setChoices, forget }
}

/** Removes the stored choices for files that are no longer in the editor's list. */
export function forgetOtherChoices(list: Pick<ImportEntry, 'id'>[]) {
  forgetUnsaved(nameOf(''), new Set(list.map(({ id }) => nameOf(id))))
}
