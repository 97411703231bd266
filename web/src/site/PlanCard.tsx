import { Check } from 'lucide-react'
import { paths } from '../app/paths.ts'
import { formatDollars } from '../app/format.ts'
import { annually, type Plan } from './content.ts'

/** One plan with both prices. The billing switch above the plans selects the one shown. */
export function PlanCard({ plan }: { plan: Plan }) {
  const annual = annually(plan.monthly)
  return (
    <li className={`card relative flex flex-col p-6 ${plan.isPopular ? 'border-accent' : ''}`}>
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-2">
        <h2 className="text-xl font-semibold">{plan.name}</h2>
        {plan.isPopular && (
          <p className="pill rounded-full bg-accent-soft px-3 py-0.5 text-sm font-medium text-accent-ink">
            Most Popular
          </p>
        )}
      </div>
      <p className="mt-2 text-muted">{plan.audience}</p>
      <div className="price-monthly">
        <Price amount={plan.monthly} />
        <p className="text-sm text-muted">billed monthly</p>
      </div>
      <div className="price-annual">
        <Price amount={annual.perMonth} />
        <p className="text-sm text-muted">billed annually: {formatDollars(annual.perYear)}</p>
      </div>
      <ul className="my-6 grid gap-2">
        {[plan.members, plan.storage, ...plan.includes].map((item) => (
          <li key={item} className="flex gap-2">
            <Check size={18} className="mt-0.5 shrink-0 text-ok-ink" />
            {item}
          </li>
        ))}
      </ul>
      {plan.action === 'register' ? (
        <a
          href={paths.register}
          className={`button mt-auto ${plan.isPopular ? 'primary' : ''}`}
        >{`Choose ${plan.name}`}</a>
      ) : (
        <a href={paths.contact} className="button mt-auto">
          Contact Sales
        </a>
      )}
    </li>
  )
}

function Price({ amount }: { amount: number }) {
  return (
    <p className="mt-6 tabular-nums">
      <span className="text-3xl font-semibold tracking-tight">{formatDollars(amount)}</span>
      <span className="text-muted">/month</span>
    </p>
  )
}
