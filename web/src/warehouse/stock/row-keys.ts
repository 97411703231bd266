import { useCommands } from '../../parts/keys.ts'

/** Put on what a key presses in the row that has the focus. */
export const rowKey = (key: string) => ({ 'data-key': key })

const press = (key: string) => {
  const row = document.activeElement?.closest('[data-row]')
  row?.querySelector<HTMLElement>(`[data-key="${key}"]`)?.click()
}

/** T moves what is in the row, A adjusts it. */
export function usePileKeys() {
  const page = { section: 'On this page', keysOnly: true } as const
  useCommands([
    { ...page, name: 'Move what is in the row', keys: 't', run: () => press('t') },
    { ...page, name: 'Adjust what is in the row', keys: 'a', run: () => press('a') },
  ])
}
