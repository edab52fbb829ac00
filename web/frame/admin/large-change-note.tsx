import { useEffect } from 'react'
import type { LargeChange } from '#shared/api/editing.ts'

const words = { update: '正在更新', merge: '正在并入', unmerge: '正在撤销合并' }
/** Milliseconds between two readings of the progress. */
const reloadEveryMs = 5000

/** Shows an editor the progress of the background job that updates the books of a tag or place. */
export function LargeChangeNote({ change }: { change: LargeChange | null }) {
  if (change === null) return null
  const { kind, other, percent, isFailed } = change
  if (isFailed) return <span className="large-change">出错了，十分钟内自动重试（已完成 {percent} %）</span>
  return (
    <span className="large-change">
      {words[kind]}
      {other !== null && `「${other}」`}… {percent} %
    </span>
  )
}

/** React hook that reads a list again every few seconds as long as one of its entries has an unfinished change. */
export function useReloadWhileChanging(list: { change: LargeChange | null }[], reload: () => void) {
  const isChanging = list.some(({ change }) => change !== null)
  useEffect(() => {
    if (!isChanging) return
    const timer = setInterval(reload, reloadEveryMs)
    return () => clearInterval(timer)
  }, [isChanging, reload])
}
