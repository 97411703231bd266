import { importFields, imports, type ImportJob } from '@stowage/contract/warehouse/imports'
import { useState, type FormEvent } from 'react'
import { useAction } from '../../api.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Select } from '../../ui/Select.tsx'
import { useSlug } from '../../workspace/warehouses.ts'
import { CancelImport } from './CancelImport.tsx'
import { rowsText } from './words.ts'

type Field = { name: string; label: string; required?: boolean }
const patience = 60_000

/** Says which column holds what, as guessed or as chosen last time, and has the rows checked. */
export function MappingForm({ file, onChecked }: { file: ImportJob; onChecked: () => void }) {
  const slug = useSlug()
  const fields: readonly Field[] = importFields[file.kind]
  const [mapping, setMapping] = useState(file.mapping)
  const check = useAction(imports.validate, {
    patience,
    refresh: [imports.one, imports.list, imports.rows],
  })
  const columns = file.columns.map((name, i) => ({
    value: String(i),
    label: name === '' ? `Column ${i + 1}` : name,
  }))
  const unused = columns.filter(({ value }) => !Object.values(mapping).includes(Number(value)))
  const choose = (field: string, value: string) => {
    const { [field]: _, ...others } = mapping
    setMapping(value === '' ? others : { ...others, [field]: Number(value) })
  }
  const start = (event: FormEvent) => {
    event.preventDefault()
    if (check.isPending) return
    const call = { params: { slug, importId: file.id }, body: { mapping } }
    check.mutate(call, { onSuccess: onChecked })
  }
  return (
    <form noValidate className="card grid gap-5 p-6" onSubmit={start}>
      <div className="grid gap-1">
        <h2 className="text-lg font-semibold">Which column holds what?</h2>
        <p className="text-sm text-muted">
          Guessed from the names of the columns, and remembered for the next file.
        </p>
        {file.kind === 'products' && (
          <p className="text-sm text-muted">
            Rows with the same product key, one below the other, become the variants of one product.
          </p>
        )}
      </div>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {fields.map(({ name, label, required }) => (
          <Select
            key={name}
            label={required ? `${label} (required)` : label}
            value={mapping[name] === undefined ? '' : String(mapping[name])}
            options={[{ value: '', label: 'Not in this file' }, ...columns]}
            onChange={({ target }) => choose(name, target.value)}
          />
        ))}
      </div>
      {unused.length > 0 && (
        <p className="text-sm text-muted wrap-anywhere">
          {`Not read: ${unused.map(({ label }) => label).join(', ')}`}
        </p>
      )}
      {check.error && <ErrorBox error={check.error} fallback="Failed to check the file" />}
      <div className="flex flex-wrap justify-end gap-2">
        <CancelImport file={file} />
        <Button type="submit" look="primary" busy={check.isPending && 'Checking…'}>
          {`Check ${rowsText(file.rowsTotal)}`}
        </Button>
      </div>
    </form>
  )
}
