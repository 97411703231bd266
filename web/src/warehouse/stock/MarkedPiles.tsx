import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { LinkButton } from '../../parts/LinkButton.tsx'
import type { Selection } from '../../parts/selection.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { usePaths } from '../../workspace/warehouses.ts'
import { idsOf, whyNotThese, type ReadIds } from '../marked.ts'

/** Each pile is a line of a form that somebody looks over. */
const mostMoved = 100

type Props = {
  selection: Selection
  read: ReadIds
  why: { move: string | undefined; status: string | undefined }
}

const ways = [
  { name: 'Move', search: {} },
  { name: 'Change the status', search: { change: 'status' } },
] as const
type Way = (typeof ways)[number]

/** Leads to the form that moves all that is marked, or changes what it is good for. */
export function MarkedPiles({ selection, read, why }: Props) {
  const to = usePaths()
  const navigate = useNavigate()
  const { chosen, isAll } = selection
  const tooMany = whyNotThese(selection, mostMoved)
  const hrefOf = ({ search }: Way, piles: readonly string[]) => to.move({ ...search, piles })
  const collect = useMutation({
    mutationFn: async (way: Way) => hrefOf(way, await idsOf(selection, read, mostMoved)),
    onSuccess: (href) => void navigate({ href }),
  })
  return (
    <>
      {ways.map((way) => {
        const refused = why.move ?? ('change' in way.search ? why.status : undefined) ?? tooMany
        return isAll ? (
          <Button
            key={way.name}
            why={refused}
            busy={collect.isPending && collect.variables === way && 'Collecting…'}
            onClick={() => collect.mutate(way)}
          >
            {way.name}
          </Button>
        ) : (
          <LinkButton key={way.name} href={hrefOf(way, [...chosen])} why={refused}>
            {way.name}
          </LinkButton>
        )
      })}
      {collect.error && <ErrorBox error={collect.error} fallback="Failed to find the piles" />}
    </>
  )
}
