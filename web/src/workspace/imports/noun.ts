import { FileUp } from 'lucide-react'
import type { Topics } from '../../help/topics.ts'
import type { At, Noun } from '../noun.ts'

export const paths = (at: At) => ({
  /** `upload` opens the choice of a file of this kind. */
  imports: (search: { upload?: string } = {}) => at('imports', search),
  import: (id: string) => at(`imports/${encodeURIComponent(id)}`),
})

export const topics: Topics = {
  imports: {
    title: 'Imports',
    about:
      'Products, locations, stock, customers, carriers, boxes and orders from CSV files. Nothing changes until you apply a file.',
    tasks: [
      'Each row is one SKU. Consecutive rows with the same product key become variants of one product.',
      'Consecutive rows with the same external number become one order, a draft to confirm.',
      'Empty cells keep the current value.',
      'To change the decimal mark or units, choose them below the columns before checking.',
      'To correct rows with errors, download the failed rows, edit them and import that file.',
      'To undo an import, open it and select Undo. This is refused if later work depends on it.',
    ],
  },
}

export const imports = {
  pages: ['imports', 'imports/$importId'],
  routes: () => import('./routes.tsx'),
  paths,
  rail: [{ group: 'Setup', name: 'Imports', page: 'imports', icon: FileUp, needs: 'import.run' }],
} satisfies Noun
