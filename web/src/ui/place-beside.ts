const gap = 6

/**
 * Returns the right edge of the page, in pixels of the window. The window itself is wider by the room that is reserved for
 * a scroll bar, in which nothing is painted.
 */
export const rightEdge = () => document.body.getBoundingClientRect().right

/** Puts a layer of the browser's own under the button that opened it, or above where there is no room. */
export function placeBeside(button: HTMLElement | null, layer: HTMLElement | null) {
  if (!button || !layer) return
  const at = button.getBoundingClientRect()
  const size = layer.getBoundingClientRect()
  const left = Math.min(at.left, rightEdge() - size.width - gap)
  const below = at.bottom + gap
  const top = below + size.height > innerHeight ? at.top - size.height - gap : below
  layer.style.left = `${Math.max(gap, left)}px`
  layer.style.top = `${Math.max(gap, top)}px`
}
