import { audit } from '@stowage/contract/platforms/audit'
import { useEffect, useRef, useState } from 'react'
import { download } from '../../app/download.ts'
import { saveFile } from '../../app/save-file.ts'
import type { Filters } from './search.ts'

/** Progress of the file: events and bytes so far. */
export type Progress = { events: number; bytes: number }
export type Saving =
  | { state: 'idle' }
  | ({ state: 'running' } & Progress)
  | ({ state: 'saved'; name: string } & Progress)
  | { state: 'failed'; error: unknown }

/** Milliseconds between two words about the progress. */
const beat = 150

/** Saves every event that matches as a CSV file. Rejects as `download` does, having saved nothing. */
async function saveLog(
  filters: Partial<Filters>,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: Progress) => void },
): Promise<{ name: string } & Progress> {
  let progress = { events: 0, bytes: 0 }
  let saidAt = 0
  const { name, content } = await download(
    audit.export,
    { query: filters },
    {
      signal,
      onPiece({ bytes, lines }) {
        // The first line names the columns.
        progress = { bytes, events: Math.max(0, lines - 1) }
        if (performance.now() - saidAt < beat) return
        saidAt = performance.now()
        onProgress(progress)
      },
    },
  )
  saveFile(name, content, 'text/csv')
  return { name, ...progress }
}

/** Saving the log from a page: how far it is, and the way out. It ends when the page is left. */
export function useSaveLog() {
  const [saving, setSaving] = useState<Saving>({ state: 'idle' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function start(filters: Partial<Filters>) {
    const controller = new AbortController()
    running.current?.abort()
    running.current = controller
    const { signal } = controller
    const say = (next: Saving) => {
      if (running.current === controller) setSaving(next)
    }
    say({ state: 'running', events: 0, bytes: 0 })
    try {
      const onProgress = (progress: Progress) => say({ state: 'running', ...progress })
      say({ state: 'saved', ...(await saveLog(filters, { signal, onProgress })) })
    } catch (error) {
      say(signal.aborted ? { state: 'idle' } : { state: 'failed', error })
    }
  }
  return { saving, start, cancel: () => running.current?.abort() }
}
