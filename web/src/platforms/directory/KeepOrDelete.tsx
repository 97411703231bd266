import { directory, type ListedPlatform } from '@stowage/contract/platforms/directory'
import { useId, useState } from 'react'
import { useAction } from '../../app/api.ts'
import { formatDay } from '../../app/format.ts'
import { Confirm } from '../../parts/Confirm.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { toast } from '../../ui/toast.ts'

/** Asks about each platform that was created before its owner confirmed their address. */
export function KeepOrDelete({ platforms }: { platforms: readonly ListedPlatform[] }) {
  const id = useId()
  const undecided = platforms.filter(({ needsDecision }) => needsDecision)
  if (undecided.length === 0) return null
  return (
    <section aria-labelledby={id} className="card grid max-w-3xl gap-4 p-5">
      <div className="grid gap-1">
        <h2 id={id}>Keep or delete your platforms</h2>
        <p className="text-sm text-muted">
          These platforms were created before you confirmed your email address. They are suspended:
          their members can’t sign in. Keep the ones you created and delete the others.
        </p>
      </div>
      <ul role="list" className="grid gap-4">
        {undecided.map((platform) => (
          <Question key={platform.id} platform={platform} />
        ))}
      </ul>
    </section>
  )
}

function Question({ platform }: { platform: ListedPlatform }) {
  const { id: platformId, name, slug, createdAt, memberCount } = platform
  const id = useId()
  const [isDeleting, setIsDeleting] = useState(false)
  const keep = useAction(directory.keep)
  const remove = useAction(directory.remove)
  const params = { platformId }
  const decided = (sentence: string) => ({ onSuccess: () => toast(sentence) })
  const isBusy = keep.isPending || remove.isPending
  const error = keep.error ?? remove.error
  return (
    <li className="grid gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div id={id} className="min-w-0">
          <p className="font-medium wrap-anywhere">{name}</p>
          <p className="text-sm wrap-anywhere text-muted">
            /{slug}, created {formatDay(createdAt)},{' '}
            {memberCount === 1 ? '1 member' : `${memberCount} members`}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            aria-describedby={id}
            busy={isBusy && (keep.isPending ? 'Keeping…' : 'Keep platform')}
            onClick={() => keep.mutate({ params }, decided(`${name} is open again.`))}
          >
            Keep platform
          </Button>
          <Button
            look="danger"
            aria-describedby={id}
            busy={isBusy && (remove.isPending ? 'Deleting…' : 'Delete platform')}
            onClick={() => setIsDeleting(true)}
          >
            Delete platform
          </Button>
        </div>
      </div>
      {error && <ErrorBox error={error} />}
      {isDeleting && (
        <Confirm
          title={`Delete ${name}?`}
          consequence="Nobody can sign in there any more, and nothing brings it back. Nobody else can use its path for a year."
          typed={{ label: 'Type the path of the platform', words: slug }}
          action="Delete platform"
          onConfirm={() => {
            setIsDeleting(false)
            remove.mutate({ params, body: { slug } }, decided(`${name} is deleted.`))
          }}
          onCancel={() => setIsDeleting(false)}
        />
      )}
    </li>
  )
}
