const gap = 6

/** Puts a layer of the browser's own under the button that opened it, or above where there is no room. */
export function placeBeside(button: HTMLElement | null, layer: HTMLElement | null) {
  if (!button || !layer) return
  const at = button.getBoundingClientRect()
  const size = layer.getBoundingClientRect()
  // Without the scroll bar, which would cover it.
  const { clientWidth } = document.documentElement
  const left = Math.min(at.left, clientWidth - size.width - gap)
  const below = at.bottom + gap
  const top = below + size.height > innerHeight ? at.top - size.height - gap : below
  layer.style.left = `${Math.max(gap, left)}px`
  layer.style.top = `${Math.max(gap, top)}px`
}
