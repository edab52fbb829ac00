import { useState } from 'react'
import { describeFailure } from './describe-failure.ts'
import { sendLatest } from './send-latest.ts'

/**
 * React hook for a switch whose changes are saved at once. `stored` is the value that the server has stored, undefined
 * until it is known; `save` sends a new value. After a failure the switch returns to the last saved value, and
 * `message` tells the reason. Switches of different settings need different keys.
 */
export function useSavedSwitch(key: string, stored: boolean | undefined, save: (isOn: boolean) => Promise<unknown>) {
  const [chosen, setChosen] = useState<boolean>()
  const [saved, setSaved] = useState<boolean>()
  const [message, setMessage] = useState('')
  const choose = async (next: boolean) => {
    setChosen(next)
    try {
      await sendLatest(key, async () => {
        await save(next)
        setSaved(next)
      })
      setMessage('')
    } catch (error) {
      setChosen(undefined)
      setMessage(`没有保存：${describeFailure(error).message}`)
    }
  }
  return { isOn: chosen ?? saved ?? stored, message, choose }
}
