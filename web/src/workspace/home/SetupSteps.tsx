import type { Home } from '@stowage/contract/workspace/home'
import { Circle, CircleCheck } from 'lucide-react'
import { Link } from '../../parts/Link.tsx'
import { steps } from './home.ts'
import { usePaths } from '../warehouses.ts'

/** Five steps that tick themselves from what is there. */
export function SetupSteps({ setup }: { setup: Home['setup'] }) {
  const to = usePaths()
  const done = setup.filter((one) => one.done).length
  return (
    <section aria-labelledby="steps" className="card grid gap-3 p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="steps">First steps</h2>
        <p className="text-sm text-muted">{`${done} of ${setup.length} done`}</p>
      </div>
      <ol className="grid gap-1 text-sm">
        {setup.map(({ step, done: isDone }) => (
          <li key={step} className="flex min-h-9 items-center gap-3">
            {isDone ? (
              <CircleCheck aria-hidden size={20} className="shrink-0 text-ok-ink" />
            ) : (
              <Circle aria-hidden size={20} className="shrink-0 text-muted" />
            )}
            {isDone ? (
              <span>
                {steps[step].name}
                <span className="sr-only"> (done)</span>
              </span>
            ) : (
              <Link href={steps[step].href(to)} className="link">
                {steps[step].name}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
