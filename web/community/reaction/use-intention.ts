import type { Item } from '#shared/api/item.ts'
import { useEffect, useEffectEvent } from 'react'
import { type Intention, consumeIntention } from './intention.ts'
import { useIsMyReactionLoaded } from './my-reaction-store.ts'

/**
 * React hook that runs the action (such as a like) that the user chose before login, once their reactions to the item
 * are loaded.
 */
export function useIntention<A extends Intention['act']>(
  item: Item,
  acts: A[],
  run: (intention: Extract<Intention, { act: A }>) => void,
) {
  const isLoaded = useIsMyReactionLoaded(item)
  const resume = useEffectEvent(() => {
    const intention = consumeIntention(item, acts)
    if (intention !== null) run(intention)
  })
  useEffect(() => {
    if (isLoaded) resume()
  }, [isLoaded])
}
