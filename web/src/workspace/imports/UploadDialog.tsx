import { importFacts, importKinds, type ImportKind } from '@stowage/contract/import-kinds'
import { importFormats } from '@stowage/contract/workspace/import-kind'
import { imports, type ImportJob } from '@stowage/contract/workspace/imports'
import { useRouter } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useAction } from '../../app/api.ts'
import { download } from '../../app/download.ts'
import { formatSize } from '../../app/format.ts'
import { saveFile } from '../../app/save-file.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { useCan } from '../rights.ts'
import { usePaths, useSlug } from '../warehouses.ts'
import { useUpload } from './queries.ts'

/** Takes in a file; nothing of it is applied before it was checked and looked at. */
export default function UploadDialog({ from, onClose }: { from: ImportKind; onClose: () => void }) {
  const slug = useSlug()
  const to = usePaths()
  const router = useRouter()
  const { whyRight } = useCan()
  const upload = useUpload()
  const inputId = useId()
  const [kind, setKind] = useState<ImportKind>(from)
  const [whole, setWhole] = useState(false)
  const [file, setFile] = useState<File>()
  /** Uploaded as a kind it does not look like. */
  const [doubted, setDoubted] = useState<ImportJob>()
  const cancel = useAction(imports.cancel)
  const refused = whyRight(importFacts[kind].right) ?? (file ? undefined : 'Choose a file first.')

  const open = ({ id }: ImportJob) => void router.navigate({ href: to.import(id) })
  const start = (as: ImportKind) => {
    if (!file) return
    upload.mutate(
      { slug, kind: as, mode: whole ? 'all_or_nothing' : 'valid_rows', file },
      { onSuccess: ({ import: made }) => (made.fits ? setDoubted(made) : open(made)) },
    )
  }
  if (doubted?.fits)
    return (
      <OtherKind
        kind={doubted.kind}
        fits={doubted.fits}
        why={whyRight(importFacts[doubted.fits.kind].right)}
        busy={cancel.isPending || upload.isPending}
        error={cancel.error ?? upload.error}
        onKeep={() => open(doubted)}
        onChange={(as) =>
          cancel.mutate({ params: { slug, importId: doubted.id } }, { onSuccess: () => start(as) })
        }
        onClose={onClose}
      />
    )
  return (
    <Dialog title="Import file" onClose={onClose} wide>
      <div className="grid grid-cols-1 gap-5">
        <RadioCards
          legend="File contains"
          value={kind}
          onChange={setKind}
          options={importKinds.map((value) => ({
            value,
            label: importFacts[value].label,
            hint: importFacts[value].hint,
          }))}
        />
        <DropZone id={inputId} file={file} onFile={setFile} />
        <Template kind={kind} />
        <Switch
          label="All rows or none"
          hint="Applies nothing unless every row is valid. For files of up to 20,000 rows."
          on={whole}
          onChange={setWhole}
        />
        {upload.error && <ErrorBox error={upload.error} fallback="Couldn’t read the file" />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            why={refused}
            busy={upload.isPending && 'Reading…'}
            onClick={() => start(kind)}
          >
            Upload
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

type OtherKindProps = {
  kind: ImportKind
  fits: NonNullable<ImportJob['fits']>
  why: string | undefined
  busy: boolean
  error: Error | null
  onKeep: () => void
  onChange: (kind: ImportKind) => void
  onClose: () => void
}

/** Asks what a known export is to be read as, before its columns are matched. */
function OtherKind({ kind, fits, why, busy, error, onKeep, onChange, onClose }: OtherKindProps) {
  const [chosen, other] = [importFacts[kind].label, importFacts[fits.kind].label]
  return (
    <Dialog title={`Import as ${other.toLowerCase()}?`} onClose={onClose}>
      <div className="grid gap-5">
        <p>
          {`This file is an export of ${importFormats[fits.format]}. It contains ${other.toLowerCase()}, not ${chosen.toLowerCase()}.`}
        </p>
        {error && <ErrorBox error={error} fallback="Couldn’t read the file" />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onKeep}>{`Continue with ${chosen.toLowerCase()}`}</Button>
          <Button
            look="primary"
            why={why}
            busy={busy && 'Reading…'}
            onClick={() => onChange(fits.kind)}
          >
            {`Import as ${other.toLowerCase()}`}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

type Drop = { id: string; file: File | undefined; onFile: (file: File | undefined) => void }

/** A file by dropping it, or by the browser’s own dialog. */
function DropZone({ id, file, onFile }: Drop) {
  const [over, setOver] = useState(false)
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onFile(event.dataTransfer.files[0])
      }}
      className={`grid justify-items-center gap-2 rounded-card border border-dashed p-6 text-center text-sm ${over ? 'border-accent bg-accent-soft text-accent-ink' : 'border-edge'}`}
    >
      <FileUp aria-hidden size={24} className="text-muted" />
      <label htmlFor={id} className="font-medium">
        CSV file
      </label>
      <input
        id={id}
        type="file"
        accept=".csv,.txt,text/csv"
        className="w-full max-w-xs min-w-0 text-sm"
        onChange={({ target }) => onFile(target.files?.[0])}
      />
      <p role="status" className="text-muted">
        {file
          ? `${file.name}, ${formatSize(file.size)}`
          : 'Choose a file or drop it here. Up to 25 MB.'}
      </p>
    </div>
  )
}

/** A file with all columns and one example, to begin with. */
function Template({ kind }: { kind: ImportKind }) {
  const slug = useSlug()
  const signal = useRef(new AbortController())
  const [error, setError] = useState<Error>()
  const save = async () => {
    setError(undefined)
    try {
      const call = { params: { slug, template: `${kind}.csv` } }
      const { name, content } = await download(imports.template, call, {
        signal: signal.current.signal,
      })
      saveFile(name, content, 'text/csv')
    } catch (failure) {
      setError(failure as Error)
    }
  }
  return (
    <>
      <p className="text-sm">
        Column names don’t matter. You match them in the next step.{' '}
        <button type="button" className="link" onClick={() => void save()}>
          Download example file
        </button>
      </p>
      {error && <ErrorBox error={error} fallback="Couldn’t download the file" />}
    </>
  )
}
