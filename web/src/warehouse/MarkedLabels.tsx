import { mostLabelled, type LabelTemplate } from '@stowage/contract/warehouse/labels'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { formatCount } from '../format.ts'
import { LinkButton } from '../parts/LinkButton.tsx'
import type { Selection } from '../parts/selection.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { useCan } from '../workspace/rights.ts'
import { usePaths } from '../workspace/warehouses.ts'

type Page = { items: readonly { id: string }[]; next: string | null }

type Props = {
  template: LabelTemplate
  selection: Selection
  /** One page of what the list shows, with its filter, as many rows as a page can have. */
  readPage: (cursor: string | undefined) => Promise<Page>
}

const tooMany = (count: string) =>
  `At most ${formatCount(mostLabelled)} can be labelled at once, and these are ${count}. Narrow the list first.`

/** Leads to the labels of all that is marked. Of all that match, it is asked first which those are. */
export function MarkedLabels({ template, selection, readPage }: Props) {
  const to = usePaths()
  const navigate = useNavigate()
  const { why } = useCan()
  const { chosen, isAll, total, capped } = selection
  const count = isAll ? (total ?? 0) : chosen.size
  const refused =
    why('print.use') ??
    (count > mostLabelled
      ? tooMany(`${formatCount(count)}${isAll && capped ? '+' : ''}`)
      : undefined)
  const collect = useMutation<string[]>({
    mutationFn: () => collected(readPage),
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
        <ErrorBox error={collect.error} fallback="Failed to find what is to be labelled" />
      )}
    </>
  )
}

/** The ids of everything the list shows. */
async function collected(readPage: Props['readPage']): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | undefined; ;) {
    const { items, next } = await readPage(cursor)
    ids.push(...items.map(({ id }) => id))
    // Others may have added some since they were counted.
    if (ids.length > mostLabelled)
      throw new Error(tooMany(`more than ${formatCount(mostLabelled)}`))
    if (next === null) return ids
    cursor = next
  }
}
