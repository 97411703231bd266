import type { UnprintableMode } from '@stowage/contract/unprintable'
import { saveFile } from '../../app/save-file.ts'
import { PrintRefusal } from '../../parts/PrintRefusal.tsx'
import { Button } from '../../ui/Button.tsx'
import { usePrinting } from '../../warehouse/labels/printing.ts'
import { RefusalBox } from '../../workspace/refusals/RefusalBox.tsx'
import { lastPaper, type PaperChoice } from '../../workspace/scan/device.ts'

type Query = { size: PaperChoice['size']; unprintable: UnprintableMode }
type Props = {
  children: string
  /** Downloads it for the paper of this device. */
  read: (query: Query, options: { signal: AbortSignal }) => Promise<{ name: string; content: Blob }>
}

/** Saves a document as PDF. */
export function PdfButton({ children, read }: Props) {
  const { busy, error, isUnprintable, run } = usePrinting(
    async (unprintable: UnprintableMode, signal) => {
      const { name, content } = await read({ size: lastPaper().size, unprintable }, { signal })
      saveFile(name, content, 'application/pdf')
    },
  )
  return (
    <>
      <Button busy={busy && 'Creating PDF…'} onClick={() => run('refuse')}>
        {children}
      </Button>
      {isUnprintable ? (
        <PrintRefusal error={error} onBox={() => run('box')} />
      ) : (
        error && <RefusalBox takesFocus error={error} fallback="Couldn’t create the PDF" />
      )}
    </>
  )
}
