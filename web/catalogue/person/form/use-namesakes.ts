import { useEffect, useState } from 'react'
import type { Namesakes } from '#shared/api/person/person-admin.ts'
import { api } from '#web/frame/session/session.ts'

/** Maximum number of names that one API call looks up. */
const maxNames = 64
/** Milliseconds without a keystroke after which the names are looked up. */
const pauseMs = 300

/**
 * React hook that returns the people who have each of the names in a form, and requests them again whenever the names
 * change. Until the new answer arrives, or if the request fails, the hook returns the previous answer.
 */
export function useNamesakes(names: string[]): Namesakes[] {
  const [found, setFound] = useState<Namesakes[]>([])
  const trimmed = names.map((name) => name.trim()).filter((name) => name !== '')
  const wanted = [...new Set(trimmed)].slice(0, maxNames).join('\n')
  useEffect(() => {
    if (wanted === '') return
    const controller = new AbortController()
    const ask = () =>
      api.person.named({ names: wanted.split('\n') }, controller.signal).then(
        ({ list }) => setFound(list),
        () => undefined,
      )
    const timer = setTimeout(() => void ask(), pauseMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [wanted])
  return found.filter(({ name }) => trimmed.includes(name))
}
