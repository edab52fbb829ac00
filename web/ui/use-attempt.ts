import { useState } from 'react'
import { describeFailure } from './describe-failure.ts'

/**
 * React hook for the buttons of a list. `attempt` runs an action and resolves with true if it succeeded; `message` is
 * the error message of the latest action, empty unless it failed.
 */
export function useAttempt() {
  const [message, setMessage] = useState('')
  const attempt = async (act: () => Promise<unknown>): Promise<boolean> => {
    setMessage('')
    try {
      await act()
      return true
    } catch (error) {
      setMessage(describeFailure(error).message)
      return false
    }
  }
  return { message, attempt }
}
