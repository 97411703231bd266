import { formatDollars } from '../app/format.ts'
import { plans } from '../site/content.ts'
import { paths } from '../app/paths.ts'
import { WorkInProgress } from './WorkInProgress.tsx'

export default function BillingPage() {
  return (
    <WorkInProgress title="Billing">
      <p>Nothing is charged. Billing is not connected.</p>
      <section aria-labelledby="plans" className="grid gap-3">
        <h2 id="plans">Plans on the price list</h2>
        <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {plans.map(({ name, monthly, members, storage }) => (
            <li key={name} className="card grid gap-1 p-5">
              <h3 className="font-semibold">{name}</h3>
              <p className="tabular-nums">{`${formatDollars(monthly)} per month`}</p>
              <p className="text-sm text-muted">{members}</p>
              <p className="text-sm text-muted">{storage}</p>
            </li>
          ))}
        </ul>
        <p>
          <a href={paths.pricing} className="link">
            Compare the plans
          </a>
        </p>
      </section>
    </WorkInProgress>
  )
}
