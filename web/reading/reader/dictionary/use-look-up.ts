import { useEffect, useState } from 'react'
import type { LookUp } from '#shared/api/reader/dictionary.ts'
import { maxLookedUp } from '#shared/dictionary-limit.ts'
import { api } from '#web/frame/session/session.ts'
import { describeFailure } from '#web/ui/describe-failure.ts'

/** Cache of the dictionary's answers since the page was loaded, so that going back to a word needs no request. */
const known = new Map<string, LookUp>()
const maxKnown = 200

type Answer = { found: LookUp } | { wrong: string }

/**
 * React hook that looks up a text. Returns undefined until the answer for this text has come, and for an empty text.
 */
export function useLookUp(text: string): Answer | undefined {
  const [answer, setAnswer] = useState<{ text: string; answer: Answer }>()
  useEffect(() => {
    if (text.trim() === '') return
    const ending = new AbortController()
    void lookUp(text, ending.signal).then((answer) => ending.signal.aborted || setAnswer({ text, answer }))
    return () => ending.abort()
  }, [text])
  return answer?.text === text ? answer.answer : undefined
}

async function lookUp(text: string, signal: AbortSignal): Promise<Answer> {
  const characters = text.match(/\p{Script=Han}|\p{Co}/gu) ?? []
  if (characters.length === 0) return { wrong: '这里没有汉字，查不了读音' }
  if (characters.length > maxLookedUp) return { wrong: `一次最多查 ${maxLookedUp} 个字，请少选一些` }
  const key = characters.join('')
  const stored = known.get(key)
  if (stored !== undefined) return { found: stored }
  try {
    const found = await api.dictionary.show({ text: key }, signal)
    if (known.size >= maxKnown) known.clear()
    known.set(key, found)
    return { found }
  } catch (error) {
    return { wrong: describeFailure(error).message }
  }
}
