import { useState } from 'react'
import { Failure } from '#shared/api/failure.ts'
import type { ItemType } from '#shared/api/item.ts'
import { api } from '#web/frame/session/session.ts'

/**
 * Button that counts all likes, saves, ratings and comments again and corrects the stored numbers. The count runs in
 * batches while the site stays online.
 */
export function RecountButton() {
  const [isBusy, setIsBusy] = useState(false)
  const [notice, setNotice] = useState('')
  const recount = async () => {
    setIsBusy(true)
    try {
      let [counted, corrected] = [0, 0]
      for (const itemType of ['book', 'video'] satisfies ItemType[]) {
        for (let after: string | null | undefined; after !== null;) {
          const lot = await api.reaction.recount({ itemType, after })
          counted += lot.counted
          corrected += lot.corrected
          after = lot.next
          setNotice(`已数 ${counted} 个，改正 ${corrected} 处`)
        }
      }
      setNotice(`数完了：${counted} 个，改正 ${corrected} 处`)
    } catch (error) {
      setNotice(error instanceof Failure ? error.message : '没有数完，请再试一次')
    }
    setIsBusy(false)
  }
  return (
    <section aria-labelledby="recount">
      <h2 id="recount">核对计数</h2>
      <p className="form-note">喜欢、收藏、评分和评论的数字与记录对不上时，在这里重数。站点照常可用。</p>
      <button type="button" className="button button-quiet" disabled={isBusy} onClick={() => void recount()}>
        重数一遍
      </button>
      <p role="status">{notice}</p>
    </section>
  )
}
