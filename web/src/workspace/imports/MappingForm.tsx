import { fieldsOf, importFacts, measuredBy } from '@stowage/contract/import-kinds'
import type { ImportKindFacts } from '@stowage/contract/workspace/import-kind'
import { imports, type ImportJob } from '@stowage/contract/workspace/imports'
import { useState } from 'react'
import { useAction } from '../../app/api.ts'
import { Form } from '../../parts/Form.tsx'
import { Select } from '../../ui/Select.tsx'
import { useSlug } from '../warehouses.ts'
import { CancelImport } from './CancelImport.tsx'
import { NumberOptions } from './NumberOptions.tsx'
import { rowsText } from './words.ts'

const patience = 60_000

/** Says which column holds what, as guessed or as chosen last time, and has the rows checked. */
export function MappingForm({ file, onChecked }: { file: ImportJob; onChecked: () => void }) {
  const slug = useSlug()
  const fields = fieldsOf(file.kind)
  const { note }: ImportKindFacts = importFacts[file.kind]
  const [mapping, setMapping] = useState(file.mapping)
  const [options, setOptions] = useState(file.options)
  const has = (names: readonly string[]) => names.some((name) => mapping[name] !== undefined)
  const asks = {
    weight: has(measuredBy(fields, 'weight')),
    length: has(measuredBy(fields, 'length')),
  }
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
  const start = () => {
    const call = { params: { slug, importId: file.id }, body: { mapping, options } }
    check.mutate(call, { onSuccess: onChecked })
  }
  return (
    <div className="card p-6">
      <Form
        submit={`Check ${rowsText(file.rowsTotal)}`}
        submitting="Checking…"
        saving={check.isPending}
        error={check.error}
        fallback="Couldn’t check the file"
        why={missing ? 'Choose the units first.' : undefined}
        beside={<CancelImport file={file} />}
        onSubmit={start}
      >
        <div className="grid gap-1">
          <h2 className="text-lg font-semibold">Match columns</h2>
          <p className="text-sm text-muted">
            Matched by column name and remembered for the next file.
          </p>
          {note && <p className="text-sm text-muted">{note}</p>}
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
            {`Ignored columns: ${unused.map(({ label }) => label).join(', ')}`}
          </p>
        )}
      </Form>
    </div>
  )
}
