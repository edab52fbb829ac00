import { useState } from 'react'
import type { PlaceLine } from '#shared/api/place-desk.ts'
import { sayDone } from '../admin/done-store.ts'
import { useSaving } from '../admin/use-saving.ts'
import { api } from '../session/session.ts'
import { useCloseDialog } from '../ui/ask-dialog.tsx'
import { Finder } from '../ui/finder.tsx'

interface MergePlaceProps {
  place: PlaceLine
  onDone: () => void
}

/** Makes this place part of another. */
export function MergePlace({ place, onDone }: MergePlaceProps) {
  const close = useCloseDialog()
  const [winner, setWinner] = useState<{ id: string; name: string } | null>(null)
  const { isBusy, message, save } = useSaving()
  const findOthers = async (query: string, signal: AbortSignal) =>
    (await api.place.desk({ query, limit: 8 }, signal)).list.filter(({ id }) => id !== place.id)
  const merge = () =>
    save(async () => {
      if (winner === null) return
      const { auditId } = await api.place.merge({ loserId: place.id, winnerId: winner.id })
      sayDone(`「${place.name}」并到了「${winner.name}」`, auditId)
      onDone()
      close()
    })
  return (
    <form
      className="form desk-form desk-part"
      onSubmit={(event) => {
        event.preventDefault()
        void merge()
      }}
    >
      <Finder
        label="并到另一处（这里的书和视频都跟过去）"
        placeholder="名字的一部分"
        ask={findOthers}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        noteOf={({ region }) => region}
        onPick={setWinner}
      />
      {message && (
        <p className="form-message" role="alert">
          {message}
        </p>
      )}
      <div className="ask-dialog-buttons">
        <button type="submit" className="button button-quiet" disabled={isBusy || winner === null}>
          {winner ? `并到「${winner.name}」` : '先选留下哪一处'}
        </button>
      </div>
    </form>
  )
}
