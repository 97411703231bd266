import type { Ref } from 'react'
import { publicUrl } from '../../app/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Copy } from '../../ui/Copy.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { NameCheck } from './name-check.ts'

type Props = { check: NameCheck; onTake: (name: string) => void }

/** Shows the result of the name check, and the address the name would get. */
export function Availability({ check, onTake }: Props) {
  const answer = check.state === 'done' ? check.answer : undefined
  const suggestion = answer && !answer.available ? answer.suggestion : undefined
  return (
    <div className="grid justify-items-start gap-2">
      <div role="status" className="min-h-6 text-sm">
        {check.state === 'checking' && <p className="text-muted">Checking this name</p>}
        {answer && (
          <>
            <p className={`font-medium ${answer.available ? 'text-ok-ink' : 'text-bad-ink'}`}>
              {answer.available ? 'Available' : 'This name is taken. Try another.'}
            </p>
            {answer.slug && (
              <p className="wrap-anywhere text-muted select-all">{publicUrl(answer.slug)}</p>
            )}
          </>
        )}
      </div>
      {suggestion && <Button onClick={() => onTake(suggestion)}>{`Use "${suggestion}"`}</Button>}
    </div>
  )
}

/** The platform exists: its address, to open or to hand on. */
export function Created({ slug, ref }: { slug: string; ref: Ref<HTMLDivElement> }) {
  const url = publicUrl(slug)
  return (
    <Notice kind="ok" live ref={ref}>
      <p className="font-medium">Platform created</p>
      <div className="flex flex-wrap items-center gap-2">
        <span className="wrap-anywhere select-all">{url}</span>
        <Copy text={url} />
      </div>
    </Notice>
  )
}
