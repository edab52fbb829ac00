import { useRef, useState } from 'react'
import { Failure } from '#shared/api/failure.ts'
import { sendLatest } from '#web/ui/send-latest.ts'

interface Toggle {
  /**
   * Name of the reaction (such as `like`) that the button toggles; the action is stored under it if the user must log
   * in first.
   */
  name: string
  isOn: boolean
  count: number
  show: (isOn: boolean) => void
  send: (isOn: boolean) => Promise<{ on: boolean; count: number }>
  say: (message: string) => void
}

/**
 * React hook for a toggle button with a counter. A click updates the counter optimistically and reverts it with a
 * message if the call fails.
 */
export function useToggle({ name, isOn, count: initial, show, send, say }: Toggle) {
  const [changed, setCount] = useState<number | null>(null)
  const count = changed ?? initial
  const settled = useRef<{ isOn: boolean; count: number } | null>(null)
  const change = async (next: boolean) => {
    settled.current ??= { isOn, count }
    show(next)
    setCount(count + Number(next) - Number(isOn))
    say('')
    try {
      const answer = await sendLatest(name, () => send(next))
      if (answer === undefined) return
      settled.current = null
      setCount(answer.count)
    } catch (error) {
      const before = settled.current
      settled.current = null
      if (before === null) return
      show(before.isOn)
      setCount(before.count)
      say(error instanceof Failure ? error.message : '没有成功，请再试一次')
    }
  }
  return { count, change }
}
