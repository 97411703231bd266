import { labels, mostLabelled, type LabelTemplate } from '@stowage/contract/workspace/print'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { formatCount } from '../../app/format.ts'
import { LinkButton } from '../../parts/LinkButton.tsx'
import type { Selection } from '../../parts/selection.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { useCan } from '../../workspace/rights.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { countOf, idsOf, type ReadPage } from '../../parts/selected.ts'

type Props = { template: LabelTemplate; selection: Selection; read: ReadPage<{ id: string }> }

const tooMany = (count: string) =>
  `You can print labels for up to ${formatCount(mostLabelled)} rows at a time. ${count} are selected. Filter the list first.`

/** Leads to the labels of all that is marked. */
export function PrintSelectedLabels({ template, selection, read }: Props) {
  const to = usePaths()
  const navigate = useNavigate()
  const { why } = useCan()
  const { chosen, isAll, capped } = selection
  const count = countOf(selection)
  const refused =
    why(labels.print) ??
    (count > mostLabelled
      ? tooMany(`${formatCount(count)}${isAll && capped ? '+' : ''}`)
      : undefined)
  const collect = useMutation<string[]>({
    mutationFn: () =>
      idsOf(selection, read, mostLabelled, tooMany(`more than ${formatCount(mostLabelled)}`)),
    onSuccess: (ids) => void navigate({ href: to.labels({ template, ids }) }),
  })
  if (!isAll)
    return (
      <LinkButton href={to.labels({ template, ids: [...chosen] })} why={refused}>
        Print labels
      </LinkButton>
    )
  return (
    <>
      <Button
        why={refused}
        busy={collect.isPending && 'Collecting…'}
        onClick={() => collect.mutate()}
      >
        Print labels
      </Button>
      {collect.error && (
        <ErrorBox error={collect.error} fallback="Couldn’t load the rows to label" />
      )}
    </>
  )
}
