import type { UnprintableMode } from '@stowage/contract/unprintable'
import { useMutation } from '@tanstack/react-query'
import { saveFile } from '../../app/save-file.ts'
import { isUnprintable } from '../../app/unprintable.ts'
import { PrintRefusal } from '../../parts/PrintRefusal.tsx'
import { Button } from '../../ui/Button.tsx'
import { RefusalBox } from '../../workspace/refusals/RefusalBox.tsx'
import { lastPaper, type PaperChoice } from '../../workspace/scan/device.ts'

type Query = { size: PaperChoice['size']; unprintable: UnprintableMode }
type Props = {
  children: string
  /** Downloads it for the paper of this device. */
  read: (
    query: Query,
    options: { signal: AbortSignal; onPiece: () => void },
  ) => Promise<{ name: string; content: Blob }>
}

/** Saves a document as PDF. */
export function PdfButton({ children, read }: Props) {
  const print = useMutation({
    mutationFn: async (unprintable: UnprintableMode) => {
      const { signal } = new AbortController()
      const query = { size: lastPaper().size, unprintable }
      const { name, content } = await read(query, { signal, onPiece: () => {} })
      saveFile(name, content, 'application/pdf')
    },
  })
  const { error } = print
  return (
    <>
      <Button busy={print.isPending && 'Creating PDF…'} onClick={() => print.mutate('refuse')}>
        {children}
      </Button>
      {isUnprintable(error) ? (
        <PrintRefusal error={error} onBox={() => print.mutate('box')} />
      ) : (
        error && <RefusalBox takesFocus error={error} fallback="Couldn’t create the PDF" />
      )}
    </>
  )
}
