import { Download, Printer } from 'lucide-react'
import { saveFile } from '../../app/save-file.ts'
import { useUser } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Copy } from '../../ui/Copy.tsx'

/** Backup codes to read, and the ways to keep them. Printing the page prints them and nothing else. */
export function BackupCodes({ codes }: { codes: readonly string[] }) {
  const email = useUser()?.email ?? ''
  const title = `Stowage backup codes for ${email}`
  const text = codes.join('\n')
  return (
    <div className="printed grid gap-3">
      <p className="hidden font-semibold print:block">{title}</p>
      <ol
        aria-label="Backup codes"
        className="box grid grid-cols-2 gap-x-4 gap-y-2 rounded-control bg-hover p-4 text-center font-mono"
      >
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2 print:hidden">
        <Copy text={text} />
        <Button
          look="quiet"
          onClick={() =>
            saveFile('stowage-backup-codes.txt', `${title}\n\n${text}\n`, 'text/plain')
          }
        >
          <Download aria-hidden size={16} />
          Download
        </Button>
        <Button look="quiet" onClick={() => window.print()}>
          <Printer aria-hidden size={16} />
          Print
        </Button>
      </div>
    </div>
  )
}
