import { useEffect, useEffectEvent } from 'react'
import { type Intention, consumeIntention } from './intention.ts'
import { type Item, useIsMyReactionLoaded } from './own-reaction-store.ts'

/** Does what the reader wanted, once it is known what he has done about the item so far. */
export function useIntention<A extends Intention['act']>(
  item: Item,
  acts: A[],
  run: (intention: Extract<Intention, { act: A }>) => void,
) {
  const isHeard = useIsMyReactionLoaded(item)
  const resume = useEffectEvent(() => {
    const intention = consumeIntention(item, acts)
    if (intention !== null) run(intention)
  })
  useEffect(() => {
    if (isHeard) resume()
  }, [isHeard])
}
