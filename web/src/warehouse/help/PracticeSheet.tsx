import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Bar, Skeleton } from '../../ui/Skeleton.tsx'
import {
  addressOf,
  practiceDrawings,
  printDrawings,
  savePractice,
  useSignal,
} from '../labels/labels.ts'

/** Codes to try a scanner with, on one sheet of A4 to print or to scan off the screen. */
export function PracticeSheet({ slug }: { slug: string }) {
  const sheet = useQuery({
    queryKey: ['labels', slug, 'practice'],
    queryFn: ({ signal }) => practiceDrawings(slug, signal),
    staleTime: 60_000,
  })
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState<Error>()
  const signal = useSignal()
  const drawings = sheet.data
  const attempt = (work: Promise<unknown>) =>
    work.catch((failure: unknown) => {
      if (!signal.current?.aborted) setError(failure as Error)
    })
  const save = async () => {
    if (saving || !signal.current) return
    setError(undefined)
    setSaving(true)
    await attempt(savePractice(slug, signal.current))
    setSaving(false)
  }
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          why={drawings ? undefined : 'Preparing the sheet…'}
          onClick={() => drawings && void attempt(printDrawings(drawings, 'a4'))}
        >
          Print sheet
        </Button>
        <Button busy={saving && 'Saving…'} onClick={() => void save()}>
          Save as PDF
        </Button>
      </div>
      {(error ?? sheet.error) && (
        <ErrorBox
          error={error ?? sheet.error}
          fallback="Couldn’t prepare the sheet"
          onRetry={sheet.error ? () => void sheet.refetch() : undefined}
        />
      )}
      {drawings?.map((drawing) => (
        <img
          key={drawing}
          src={addressOf(drawing)}
          alt="Practice sheet with a test code, a command, a GS1 code and codes of this workspace"
          className="w-full max-w-2xl border border-line"
        />
      ))}
      {sheet.isPending && (
        <Skeleton>
          <Bar className="h-96 w-full max-w-2xl" />
        </Skeleton>
      )}
    </div>
  )
}
