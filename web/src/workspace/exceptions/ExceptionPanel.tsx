import { exceptions, type Exception } from '@stowage/contract/workspace/exceptions'
import { useState } from 'react'
import { useAction } from '../../app/api.ts'
import { useTenantUser } from '../../app/session.ts'
import { Facts } from '../../parts/Facts.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { toast } from '../../ui/toast.ts'
import { Explanation } from '../refusals/Explanation.tsx'
import { useCan } from '../rights.ts'
import { useTimes } from '../times.ts'
import { usePaths } from '../warehouses.ts'
import { OwnerDialog } from './OwnerDialog.tsx'
import { detailsText, kinds } from './words.ts'

type Props = {
  slug: string
  exception: Exception
  /** It is left out of the list until its time has come. */
  isSnoozed: boolean
}

/** One exception, opened below its line: what is known, what to do, and who does it. */
export function ExceptionPanel({ slug, exception, isSnoozed }: Props) {
  const paths = usePaths()
  const { zoned } = useTimes()
  const { kind, since, lastAt, count, ownerName, snoozedUntil, reportedByName } = exception
  const { advice, action } = kinds[kind]
  const next = action(paths, exception)
  return (
    <div className="grid gap-4">
      <Facts
        of={{
          Suggested: advice,
          Details: detailsText(exception) || '-',
          Since: zoned(since),
          Last: count > 1 && zoned(lastAt),
          'Reported by': reportedByName || null,
          Owner: ownerName ?? 'Nobody',
          'Snoozed until': isSnoozed && snoozedUntil && zoned(snoozedUntil),
        }}
      />
      <div className="flex flex-wrap gap-2">
        {next && (
          <LinkButton look="primary" href={next.href}>
            {next.name}
          </LinkButton>
        )}
        <Care slug={slug} exception={exception} isSnoozed={isSnoozed} />
      </div>
    </div>
  )
}

/** Milliseconds a snooze lasts. */
const day = 86_400_000

/** Hints for exceptions that cannot be resolved by hand, on how they close. */
const whyUnresolvable: Partial<Record<Exception['kind'], string>> = {
  order_hold: 'Release the hold of the order instead.',
  stopped_lot: 'This closes once no order has stock of the lot.',
}

function Care({ slug, exception, isSnoozed }: Props) {
  const { why } = useCan()
  const user = useTenantUser()
  const [isAssigning, setAssigning] = useState(false)
  const assign = useAction(exceptions.assign)
  const snooze = useAction(exceptions.snooze)
  const resolve = useAction(exceptions.resolve)
  const { kind, key, label, ownerId } = exception
  const whyNotAssign = why(exceptions.assign)
  const error = assign.error ?? snooze.error ?? resolve.error
  const call = { params: { slug } }
  const named = { kind, key }
  const give = (owner: { id: string | null; name: string }) =>
    assign.mutate(
      { ...call, body: { ...named, ownerId: owner.id } },
      {
        onSuccess: () => {
          toast(`${label} was assigned to ${owner.name}`)
          setAssigning(false)
        },
      },
    )
  return (
    <>
      {user && ownerId !== user.id && (
        <Button why={whyNotAssign} onClick={() => give({ id: user.id, name: 'you' })}>
          Assign to me
        </Button>
      )}
      <Button why={whyNotAssign} onClick={() => setAssigning(true)}>
        Assign…
      </Button>
      <Button
        why={why(exceptions.snooze)}
        onClick={() =>
          snooze.mutate(
            {
              ...call,
              body: {
                ...named,
                until: isSnoozed ? null : new Date(Date.now() + day).toISOString(),
              },
            },
            {
              onSuccess: () =>
                toast(isSnoozed ? `${label} is open again` : `${label} is snoozed for a day`),
            },
          )
        }
      >
        {isSnoozed ? 'Stop snoozing' : 'Snooze for a day'}
      </Button>
      <Button
        why={why(exceptions.resolve) ?? whyUnresolvable[kind]}
        onClick={() =>
          resolve.mutate(
            { ...call, body: named },
            { onSuccess: () => toast(`${label} was resolved`) },
          )
        }
      >
        Resolve
      </Button>
      {error && !isAssigning && (
        <ErrorBox error={error} fallback="Couldn’t change the exception">
          <Explanation error={error} />
        </ErrorBox>
      )}
      {isAssigning && (
        <OwnerDialog
          slug={slug}
          what={label}
          isSaving={assign.isPending}
          error={assign.error}
          onAssign={give}
          onClose={() => setAssigning(false)}
        />
      )}
    </>
  )
}
