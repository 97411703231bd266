import { Button } from '../../ui/Button.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { Select } from '../../ui/Select.tsx'
import { countActive, type FilterChange, type PlatformFilter } from './filter.ts'

const roles = [
  { value: '', label: 'Any role' },
  { value: 'owner', label: 'Owner' },
  { value: 'admin', label: 'Admin' },
  { value: 'auditor', label: 'Auditor' },
]
const logos = [
  { value: '', label: 'Either' },
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]
const orders = [
  { value: 'newest', label: 'Newest' },
  { value: 'name', label: 'Name' },
]

type Props = {
  filter: PlatformFilter
  onChange: (change: FilterChange) => void
}

/** The choices beside the search box; each acts at once. Open from the start, because its button asks for it. */
export function PlatformFilterMenu({ filter, onChange }: Props) {
  return (
    <Popover title="Show platforms by" trigger={<Button>Filter</Button>} startOpen>
      <Select
        label="Role"
        options={roles}
        value={filter.role ?? ''}
        onChange={({ target }) => onChange({ role: target.value })}
      />
      <Select
        label="Has logo"
        options={logos}
        value={filter.logo ?? ''}
        onChange={({ target }) => onChange({ logo: target.value })}
      />
      <Select
        label="Sort"
        options={orders}
        value={filter.sort}
        onChange={({ target }) => onChange({ sort: target.value })}
      />
      <Button
        why={countActive(filter) === 0 ? 'Nothing is chosen.' : undefined}
        onClick={() => onChange({ role: '', logo: '', sort: '' })}
      >
        Reset
      </Button>
    </Popover>
  )
}
