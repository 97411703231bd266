import { useCommands } from './keys.ts'

/** Put on the element of each row of a list that `useRowKeys` walks. */
export const rowMark = (id = '') => ({ 'data-row': id })

const inRow = 'a[href], button:not(:disabled)'

/** Moves the focus to what opens the next row, or the one before; stays at the ends. */
function step(by: 1 | -1) {
  const rows = [...document.querySelectorAll('main [data-row]')]
  const here = rows.findIndex((row) => row.contains(document.activeElement))
  const next = here < 0 ? 0 : Math.min(Math.max(here + by, 0), rows.length - 1)
  rows[next]?.querySelector<HTMLElement>(inRow)?.focus()
}

/** J and K walk through the rows of the page; Enter opens, as on any link or button. */
export function useRowKeys() {
  useCommands([
    row('j', 'Next row', 1),
    row('k', 'Previous row', -1),
    { name: 'Open the row', section: 'On this page', keys: 'Enter' },
  ])
}

const row = (keys: string, name: string, by: 1 | -1) =>
  ({ name, section: 'On this page', keys, keysOnly: true, run: () => step(by) }) as const
