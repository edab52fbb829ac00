import { useState } from 'react'
import { Failure } from '#shared/api/failure.ts'
import { api } from '#web/frame/session/session.ts'

/**
 * Button that rebuilds the search index and shows the progress. The index is rebuilt in batches, and search stays
 * available meanwhile.
 */
export function RebuildButton() {
  const [progress, setProgress] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const rebuild = async () => {
    setIsBusy(true)
    try {
      setProgress(`检索已重建，共 ${await rebuildAll((count) => setProgress(`已重建 ${count} 本……`))} 本。`)
    } catch (error) {
      setProgress(error instanceof Failure ? error.message : '没有做完，请再试一次')
    }
    setIsBusy(false)
  }
  return (
    <section aria-labelledby="rebuild">
      <h2 id="rebuild">重建</h2>
      <p className="form-note">书改了，检索会自己跟上。只有觉得它与书对不上时才需要重建；期间照常可搜。</p>
      <p>
        <button type="button" className="button button-quiet" disabled={isBusy} onClick={() => void rebuild()}>
          重建检索
        </button>
      </p>
      <p role="status">{progress}</p>
    </section>
  )
}

async function rebuildAll(report: (count: number) => void): Promise<number> {
  let lot = await api.search.rebuild({ after: null })
  let count = lot.indexed
  while (lot.next !== null) {
    report(count)
    lot = await api.search.rebuild({ after: lot.next })
    count += lot.indexed
  }
  return count
}
