let isPressed = false
const follow = (pressed: boolean) => () => {
  isPressed = pressed
}
window.addEventListener('pointerdown', follow(true), { capture: true })
window.addEventListener('pointerup', follow(false), { capture: true })
window.addEventListener('pointercancel', follow(false), { capture: true })

/**
 * Runs `work` once no button of the mouse is held, and after the click that follows. Whatever
 * moves the page on leaving a field would otherwise take the pressed thing from under the pointer.
 */
export function afterPress(work: () => void) {
  if (!isPressed) return work()
  const once = new AbortController()
  const run = () => {
    once.abort()
    setTimeout(work)
  }
  window.addEventListener('pointerup', run, { signal: once.signal })
  window.addEventListener('pointercancel', run, { signal: once.signal })
}
