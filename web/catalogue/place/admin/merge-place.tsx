import { useState } from 'react'
import type { PlaceAdminRow } from '#shared/api/place/place-admin.ts'
import { MergeInto } from '#web/frame/admin/merge-into.tsx'
import { api } from '#web/frame/session/session.ts'
import { Finder } from '#web/ui/finder.tsx'

interface MergePlaceProps {
  place: PlaceAdminRow
  onDone: () => void
}

/** Form that merges the place that an editor has opened into another place, which the editor chooses. */
export function MergePlace({ place, onDone }: MergePlaceProps) {
  const [winner, setWinner] = useState<PlaceAdminRow>()
  const findOthers = async (query: string, signal: AbortSignal) =>
    (await api.place.adminList({ query, limit: 8 }, signal)).list.filter(({ id }) => id !== place.id)
  return (
    <MergeInto loser={place} winner={winner} unchosen="先选留下哪一处" merge={api.place.merge} onDone={onDone}>
      <Finder
        label="并到另一处（这里的书和视频都跟过去）"
        placeholder="名字的一部分"
        ask={findOthers}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        noteOf={({ region }) => region}
        onPick={setWinner}
      />
    </MergeInto>
  )
}
