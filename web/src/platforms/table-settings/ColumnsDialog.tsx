import {
  tableSettings,
  type Arrangement,
  type TableName,
} from '@stowage/contract/platforms/table-settings'
import { useState } from 'react'
import { useAction } from '../../app/api.ts'
import { Form } from '../../parts/Form.tsx'
import { Button } from '../../ui/Button.tsx'
import { ColumnOrder } from './ColumnOrder.tsx'

type Props = {
  slug: string
  table: TableName
  arrangement: Arrangement
  /** Columns that do not fit at the moment. */
  noRoom: readonly string[]
  /** The column that names the row. */
  first: string
  /** The others in their present order, and in the one the table is made with. */
  movable: readonly string[]
  asMade: readonly string[]
  onSaved: () => void
  onClose: () => void
}

/** Dialog for the columns of a table and their order. */
export function ColumnsDialog({ slug, table, arrangement, onSaved, onClose, ...columns }: Props) {
  const { first, movable, asMade, noRoom } = columns
  const [order, setOrder] = useState(movable)
  const [hidden, setHidden] = useState(arrangement.hidden)
  const save = useAction(tableSettings.save)
  const isAsMade = order.every((name, at) => name === asMade[at])

  const submit = () =>
    save.mutate(
      {
        params: { slug, table },
        body: {
          // Left as made, a column that comes with a new version finds its place.
          columns: isAsMade ? [] : [...order],
          hidden: order.filter((name) => hidden.includes(name)),
        },
      },
      {
        onSuccess: () => {
          onSaved()
          onClose()
        },
      },
    )
  return (
    <Form
      dialog={{ title: 'Columns', onClose }}
      submit="Save columns"
      submitting="Saving…"
      saving={save.isPending}
      error={save.error}
      fallback="Failed to save the columns"
      beside={
        <Button
          look="quiet"
          className="me-auto"
          onClick={() => {
            setOrder(asMade)
            setHidden([])
          }}
        >
          Reset columns
        </Button>
      }
      onSubmit={submit}
    >
      <p className="text-sm text-muted">
        {`${first} is always the first column. Drag the others or use the arrows to reorder them. Clear a checkbox to hide a column. Saved for you on every device.`}
      </p>
      <ColumnOrder
        order={order}
        hidden={hidden}
        noRoom={noRoom}
        onOrder={setOrder}
        onShow={(name, isShown) =>
          setHidden(isShown ? hidden.filter((one) => one !== name) : [...hidden, name])
        }
      />
    </Form>
  )
}
