import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { formatCount } from '../../app/format.ts'
import { useCommands } from '../../parts/keys.ts'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { usePaths, useSlug } from '../../workspace/warehouses.ts'
import { lastListed, standing } from './listed.ts'

/** Shows the position of an item in the list it was opened from, and links to its neighbours there. */
export function Beside({ sku, tab }: { sku: string; tab: string | undefined }) {
  const to = usePaths()
  const router = useRouter()
  const slug = useSlug()
  const [listed] = useState(lastListed)
  const here = standing(listed, slug, sku, formatCount)
  const hrefOf = (other: string | undefined) =>
    other === undefined ? undefined : to.product(other, tab)
  const [before, after] = [hrefOf(here?.before), hrefOf(here?.after)]
  const command = (name: string, keys: string, href: string | undefined) =>
    href === undefined
      ? []
      : [
          {
            name,
            keys,
            section: 'On this page' as const,
            run: () => void router.navigate({ href }),
          },
        ]
  useCommands([...command('Previous product', '[', before), ...command('Next product', ']', after)])
  if (!here) return null
  return (
    <nav aria-label="In the list" className="flex flex-wrap items-center gap-2 text-sm">
      <span className="me-2 text-muted tabular-nums">{here.text}</span>
      <LinkButton
        href={before ?? ''}
        why={
          before === undefined ? 'This is the first product on this page of the list.' : undefined
        }
      >
        Previous
      </LinkButton>
      <LinkButton
        href={after ?? ''}
        why={after === undefined ? 'This is the last product on this page of the list.' : undefined}
      >
        Next
      </LinkButton>
    </nav>
  )
}
