import {
  importFields,
  imports,
  lengthFields,
  weightFields,
  type ImportJob,
} from '@stowage/contract/warehouse/imports'
import { useState, type FormEvent } from 'react'
import { useAction } from '../../app/api.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Select } from '../../ui/Select.tsx'
import { useSlug } from '../../workspace/warehouses.ts'
import { CancelImport } from './CancelImport.tsx'
import { NumberOptions } from './NumberOptions.tsx'
import { rowsText } from './words.ts'

type Field = { name: string; label: string; required?: boolean }
const patience = 60_000

/** Says which column holds what, as guessed or as chosen last time, and has the rows checked. */
export function MappingForm({ file, onChecked }: { file: ImportJob; onChecked: () => void }) {
  const slug = useSlug()
  const fields: readonly Field[] = importFields[file.kind]
  const [mapping, setMapping] = useState(file.mapping)
  const [options, setOptions] = useState(file.options)
  const has = (names: readonly string[]) => names.some((name) => mapping[name] !== undefined)
  const asks = { weight: has(weightFields), length: has(lengthFields) }
  const missing =
    (asks.weight && options.weightUnit === null) || (asks.length && options.lengthUnit === null)
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
    if (check.isPending || missing) return
    const call = { params: { slug, importId: file.id }, body: { mapping, options } }
    check.mutate(call, { onSuccess: onChecked })
  }
  return (
    <form noValidate className="card grid gap-5 p-6" onSubmit={start}>
      <div className="grid gap-1">
        <h2 className="text-lg font-semibold">Match columns</h2>
        <p className="text-sm text-muted">
          Matched by column name and remembered for the next file.
        </p>
        {file.kind === 'products' && (
          <p className="text-sm text-muted">
            Consecutive rows with the same product key become variants of one product.
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
      <NumberOptions options={options} asks={asks} onChange={setOptions} />
      {unused.length > 0 && (
        <p className="text-sm text-muted wrap-anywhere">
          {`Not read: ${unused.map(({ label }) => label).join(', ')}`}
        </p>
      )}
      {check.error && <ErrorBox error={check.error} fallback="Couldn’t check the file" />}
      <div className="flex flex-wrap justify-end gap-2">
        <CancelImport file={file} />
        <Button
          type="submit"
          look="primary"
          why={missing ? 'Choose the units first.' : undefined}
          busy={check.isPending && 'Checking…'}
        >
          {`Check ${rowsText(file.rowsTotal)}`}
        </Button>
      </div>
    </form>
  )
}
