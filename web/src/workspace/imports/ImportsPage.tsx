import { importFacts, importKinds, type ImportKind } from '@stowage/contract/import-kinds'
import { imports, type ImportJob } from '@stowage/contract/workspace/imports'
import { FileUp } from 'lucide-react'
import { lazy, Suspense, useState, type FunctionComponent } from 'react'
import { formatCount } from '../../app/format.ts'
import { link, state, word } from '../../parts/columns.tsx'
import { useCommands } from '../../parts/keys.ts'
import { Button } from '../../ui/Button.tsx'
import { stateFilter, timed } from '../list-filters.ts'
import { listPage } from '../list-page.tsx'
import { useCan } from '../rights.ts'
import { nameOf, stateLooks, stateWords } from './words.ts'

const UploadDialog = lazy(() => import('./UploadDialog.tsx'))

const rowCount = (header: string, of: (job: ImportJob) => number, rest: object) =>
  word<ImportJob>(header, (job) => formatCount(of(job)), { align: 'end', ...rest })

const usual = 'products'

function useUpload(upload: ImportKind | undefined, onClose: () => void) {
  const { can, why } = useCan()
  const [kind, setKind] = useState(upload)
  const open = () => setKind(usual)
  const close = () => {
    setKind(undefined)
    onClose()
  }
  useCommands(
    can(imports.list)
      ? [{ name: 'Import file', section: 'On this page', keys: 'n', run: open }]
      : [],
  )
  return {
    actions: (
      <Button look="primary" why={why(imports.upload)} onClick={open}>
        <FileUp aria-hidden size={16} />
        Import file
      </Button>
    ),
    children: kind && (
      <Suspense fallback={null}>
        <UploadDialog from={kind} onClose={close} />
      </Suspense>
    ),
  }
}

/** Every file that was read in, and the way to read in another. */
const ImportsPage: FunctionComponent = listPage({
  page: '/$platform/app/imports',
  route: imports.list,
  name: 'imports',
  isFixed: true,
  title: 'Imports',
  filters: [
    {
      key: 'kind',
      label: 'Contents',
      options: importKinds.map((value) => ({ value, label: importFacts[value].label })),
      promoted: true,
    },
    stateFilter(stateWords),
  ],
  columns: ({ paths, show }) => [
    link('File', (row) => [paths.import(row.id), nameOf(row)], { grow: 'sm:min-w-40' }),
    word('Contents', ({ kind }) => importFacts[kind].label, { wide: true }),
    rowCount('Rows', ({ rowsTotal }) => rowsTotal, { card: 'value' }),
    rowCount('Applied', ({ rowsApplied }) => rowsApplied, { wide: true }),
    rowCount('Failed', ({ rowsFailed }) => rowsFailed, { card: 'value' }),
    word('By', ({ createdBy }) => createdBy.name, { wide: true }),
    word('When', ({ createdAt }) => show(createdAt), { card: 'number', sort: 'createdAt' }),
    state('State', (one) => ({ word: stateWords[one.state], look: stateLooks[one.state] }), {
      keep: 3,
    }),
  ],
  useParts: ({ search, list }) =>
    useUpload(search.upload, () => list.filter({ upload: undefined })),
  caption: timed('Newest first'),
  noMatch: 'No files match the filter',
  none: {
    title: 'No imports yet',
    text: 'Import products first, then locations, then opening stock. Each file is checked before anything changes, and can be undone.',
  },
})

export default ImportsPage
