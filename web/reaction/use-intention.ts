import { useEffect, useEffectEvent } from 'react'
import { type Intention, takeIntention } from './intention.ts'
import { type Item, useOwnReaction } from './own-reaction-store.ts'

/** Does what the reader wanted before he was sent to log in, once it is known what he has done about the item so far. */
export function useIntention<A extends Intention['act']>(
  item: Item,
  acts: A[],
  run: (intention: Extract<Intention, { act: A }>) => void,
) {
  const isKnown = useOwnReaction(item) !== undefined
  const resume = useEffectEvent(() => {
    const intention = takeIntention(item, acts)
    if (intention !== null) run(intention)
  })
  useEffect(() => {
    if (isKnown) resume()
  }, [isKnown])
}
