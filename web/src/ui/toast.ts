type Action = { label: string; run: () => void }
export type Toast = { id: number; text: string; action?: Action; records: readonly string[] }

let toasts: readonly Toast[] = []
let count = 0
const listeners = new Set<() => void>()

function set(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

/**
 * Says a result whose place is no longer on the screen. Never for errors: those stay in place. It replaces what was said
 * before about one of the same records, by id, whose Undo would now be refused.
 */
export function toast(text: string, action?: Action, records: readonly string[] = []) {
  const others = toasts.filter((one) => !one.records.some((id) => records.includes(id)))
  set([...others, { id: ++count, text, records, ...(action && { action }) }])
}

export const dismiss = (id: number) => set(toasts.filter((one) => one.id !== id))

export const currentToasts = () => toasts

export function onToasts(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
