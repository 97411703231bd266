import type { TableName } from '@stowage/contract/platforms/table-settings'
import type { Column } from '../../parts/DataTable.tsx'
import { useArranged } from '../../platforms/table-settings/use-arranged.tsx'
import { SavedViews } from './SavedViews.tsx'
import { useSavedView } from './use-saved-view.ts'

/**
 * Returns the `table` of a ListPage: its columns as the open saved view or the member arranged them, and the
 * saved views of the list.
 */
export function useListTable<Row>(list: TableName, columns: readonly Column<Row>[]) {
  const saved = useSavedView(list)
  const table = useArranged(list, columns, saved.open?.arrangement)
  return {
    ...table,
    openView: saved.open,
    views: <SavedViews saved={saved} arrangement={table.arrangement} />,
  }
}
