import { Select } from '../../ui/Select.tsx'
import { useWorkplace } from '../../workspace/site.ts'

type Props = { value: string; onChange: (warehouseId: string) => void }

/** Field for the warehouse to pick in; hidden where there is only one. */
export function SiteField({ value, onChange }: Props) {
  const { all = [] } = useWorkplace()
  if (all.length < 2) return null
  return (
    <Select
      label="Warehouse"
      value={value}
      options={[
        { value: '', label: 'Choose a warehouse' },
        ...all.map(({ id, code }) => ({ value: id, label: code })),
      ]}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
