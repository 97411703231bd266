import { useState } from 'react'
import type { Answer } from './queue.ts'

/**
 * The last answer of a screen that shows them itself, and how to take back the last that can be. That is done once, here
 * or where the answer is shown as well, and answered by what `undo` of the answer returns, or in its words.
 */
export function useFeedback() {
  const [feedback, setFeedback] = useState<Answer>()
  const [undo, setUndo] = useState<() => Promise<Answer>>()
  const say = (answer: Answer): Answer => {
    const { text, undo: takeBack } = answer
    if (!takeBack) {
      setFeedback(answer)
      return answer
    }
    let isUndone = false
    const once = async (): Promise<Answer> => {
      if (isUndone) return say({ tone: 'warn', text: 'There is nothing to undo.' })
      isUndone = true
      setUndo(undefined)
      const undone = (await takeBack()) as Answer | undefined
      return say(undone ?? { tone: 'ok', text: `Undone: ${text}` })
    }
    setUndo(() => once)
    const shown = { ...answer, undo: once }
    setFeedback(shown)
    return shown
  }
  const clear = () => {
    setFeedback(undefined)
    setUndo(undefined)
  }
  return { feedback, say, undo, clear }
}
