import { fieldsOf, importFacts, measuredBy } from '@stowage/contract/import-kinds'
import { importFormats, type ImportKindFacts } from '@stowage/contract/workspace/import-kind'
import { imports, type ImportJob } from '@stowage/contract/workspace/imports'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { load, useAction } from '../../app/api.ts'
import { Form } from '../../parts/Form.tsx'
import { Select } from '../../ui/Select.tsx'
import { useSlug } from '../warehouses.ts'
import { ColumnChoice } from './ColumnChoice.tsx'
import { CancelImport } from './CancelImport.tsx'
import { NumberOptions } from './NumberOptions.tsx'
import { samplesOf } from './samples.ts'
import { formatHints, rowsText } from './words.ts'

const patience = 60_000

/** Says which column holds what, as guessed or as chosen last time, and has the rows checked. */
export function MappingForm({ file, onChecked }: { file: ImportJob; onChecked: () => void }) {
  const slug = useSlug()
  const fields = fieldsOf(file.kind)
  const { note }: ImportKindFacts = importFacts[file.kind]
  const [mapping, setMapping] = useState(file.mapping)
  const [options, setOptions] = useState(file.options)
  const [fixed, setFixed] = useState(file.fixed)
  const [format, setFormat] = useState(file.format)
  const samples = useSamples(slug, file)
  const has = (names: readonly string[]) => names.some((name) => mapping[name] !== undefined)
  const asks = {
    weight: has(measuredBy(fields, 'weight')),
    length: has(measuredBy(fields, 'length')),
  }
  const missing =
    (asks.weight && options.weightUnit === null) || (asks.length && options.lengthUnit === null)
  const check = useAction(imports.validate, { patience })
  const columns = file.columns.map((name, i) => ({
    value: String(i),
    label: name === '' ? `Column ${i + 1}` : name,
    samples: samples[i] ?? [],
  }))
  const unused = columns.filter(({ value }) => !Object.values(mapping).includes(Number(value)))
  const choose = (field: string, value: string) => {
    const { [field]: _, ...others } = mapping
    setMapping(value === '' ? others : { ...others, [field]: Number(value) })
  }
  const start = () => {
    const call = { params: { slug, importId: file.id }, body: { mapping, fixed, options, format } }
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
            {file.format === null
              ? 'Matched by column name and remembered for the next file.'
              : `Recognized as ${importFormats[file.format]}. Choices are remembered for the next file.`}
          </p>
          {note && <p className="text-sm text-muted">{note}</p>}
        </div>
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {fields.map((field) => (
            <ColumnChoice
              key={field.name}
              field={field}
              columns={columns}
              chosen={mapping[field.name]}
              reason={
                mapping[field.name] === file.mapping[field.name]
                  ? file.matched[field.name]
                  : undefined
              }
              fixed={fixed[field.name] ?? ''}
              onChoose={(value) => choose(field.name, value)}
              onFix={(text) => setFixed({ ...fixed, [field.name]: text })}
            />
          ))}
        </div>
        {file.format !== null && (
          <Select
            label="File from"
            hint={formatHints[file.kind]}
            value={format ?? ''}
            options={[
              { value: file.format, label: importFormats[file.format] },
              { value: '', label: 'Other: read the columns as matched' },
            ]}
            onChange={({ target }) => setFormat(target.value === '' ? null : file.format)}
          />
        )}
        <NumberOptions options={options} asks={asks} onChange={setOptions} />
        {unused.length > 0 && (
          <p className="text-sm text-muted wrap-anywhere">
            {`${format === null ? 'Ignored columns' : 'Not matched to a field'}: ${unused.map(({ label }) => label).join(', ')}`}
          </p>
        )}
      </Form>
    </div>
  )
}

/** Up to three values of each column, of the first rows. */
function useSamples(slug: string, file: ImportJob): string[][] {
  const rows = useQuery(
    load(imports.rows, { params: { slug, importId: file.id }, query: { limit: '25' } }),
  )
  const items = rows.data?.items
  return useMemo(() => samplesOf(file.columns, items ?? []), [file.columns, items])
}
