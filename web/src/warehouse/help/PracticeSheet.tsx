import type { UnprintableMode } from '@stowage/contract/unprintable'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isUnprintable } from '../../app/unprintable.ts'
import { PrintRefusal } from '../../parts/PrintRefusal.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Bar, Skeleton } from '../../ui/Skeleton.tsx'
import { addressOf, askForPractice, drawingsOf, printDrawings, save } from '../labels/labels.ts'
import { usePrinting } from '../labels/printing.ts'

/** Codes to try a scanner with, on one sheet of A4 to print or to scan off the screen. */
export function PracticeSheet({ slug }: { slug: string }) {
  const [unprintable, setUnprintable] = useState<UnprintableMode>('refuse')
  const ask = askForPractice(slug, unprintable)
  const sheet = useQuery({
    queryKey: ['labels', slug, 'practice', unprintable],
    queryFn: ({ signal }) => drawingsOf(ask, signal),
    staleTime: 60_000,
  })
  const drawings = sheet.data
  const { busy, error, run } = usePrinting(async (way: 'print' | 'pdf', signal) => {
    await (way === 'pdf' ? save(ask, way, signal) : printDrawings(drawings ?? [], 'a4'))
  })
  const failure = error ?? sheet.error
  const whyNot = drawings
    ? undefined
    : sheet.error
      ? 'The sheet can’t be printed yet.'
      : 'Preparing the sheet…'
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-2">
        <Button look="primary" why={whyNot} onClick={() => run('print')}>
          Print sheet
        </Button>
        <Button why={whyNot} busy={busy === 'pdf' && 'Saving…'} onClick={() => run('pdf')}>
          Save as PDF
        </Button>
      </div>
      {isUnprintable(sheet.error) && (
        <PrintRefusal error={sheet.error} onBox={() => setUnprintable('box')} />
      )}
      {failure !== null && !isUnprintable(failure) && (
        <ErrorBox
          error={failure}
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
