import type { Route } from '@stowage/contract/route'
import { useEffect, useRef, useState } from 'react'
import { download } from '../app/download.ts'
import { formatCount } from '../app/format.ts'
import { saveFile } from '../app/save-file.ts'
import type { CallOf } from '../app/transport.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { countedRows, type ExportOf } from './export-of.ts'

/** Shows what will be exported, the button that starts it, and the progress. */
export function ExportDialog<R extends Route>({
  route,
  call,
  rows,
  reply,
  selection,
  onClose,
}: ExportOf<R> & { onClose: () => void }) {
  const [lines, setLines] = useState<number>()
  const [error, setError] = useState<Error>()
  const giveUp = useRef(new AbortController())
  useEffect(() => {
    const running = giveUp.current
    return () => running.abort()
  }, [])
  const isRunning = lines !== undefined
  const isPicked = selection !== undefined && !selection.isAll
  const counted = countedRows(rows, isPicked ? { total: selection.chosen.size } : reply)

  async function run() {
    setError(undefined)
    setLines(0)
    const { query = {} } = call as { query?: Record<string, unknown> }
    const whole = {
      ...call,
      query: { ...query, cursor: undefined, limit: undefined, count: undefined, format: 'csv' },
    }
    try {
      const { name, content } = await download(route, whole as CallOf<R>, {
        signal: giveUp.current.signal,
        // The first line names the columns.
        onPiece: ({ lines: received }) => setLines(Math.max(0, received - 1)),
      })
      saveFile(name, content, 'text/csv')
      onClose()
    } catch (failure) {
      if (giveUp.current.signal.aborted) return
      setLines(undefined)
      setError(failure as Error)
    }
  }

  return (
    <Dialog title={`Export ${rows}`} onClose={onClose}>
      <div className="grid gap-5">
        <p className="text-sm">
          {isPicked
            ? `The ${counted} you have selected, as a CSV file. Spreadsheets open it as it is.`
            : `All ${counted} that match the filters of this page, as a CSV file. Spreadsheets open it as it is.`}
        </p>
        <p role="status" className="min-h-5 text-sm text-muted">
          {isRunning && `${formatCount(lines)} rows so far`}
        </p>
        {error && <ErrorBox error={error} fallback="Failed to export" />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" busy={isRunning && 'Exporting…'} onClick={() => void run()}>
            {`Export ${counted}`}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
