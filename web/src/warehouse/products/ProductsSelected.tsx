import { variants, type Variant } from '@stowage/contract/warehouse/product-variants'
import { ManyButtons } from '../../workspace/steps/ManyButtons.tsx'
import { stepsOf } from '../../workspace/steps/steps.ts'
import type { Many } from '../../workspace/steps/use-many.tsx'

const step = stepsOf<Variant>({ one: 'product', many: 'products' })

const steps = {
  archive: step({
    many: {
      route: variants.archiveMany,
      name: 'Archive',
      busy: 'Archiving…',
      done: 'archived',
      undo: variants.restoreMany,
    },
  }),
  restore: step({
    many: {
      route: variants.restoreMany,
      name: 'Restore',
      busy: 'Restoring…',
      done: 'restored',
      undo: variants.archiveMany,
    },
  }),
}

/** Buttons for the bar of selected products. */
export const ProductsSelected = ({ many }: { many: Many }) => (
  <ManyButtons steps={steps} many={many} />
)
