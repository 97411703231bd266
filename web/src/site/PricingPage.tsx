import { Check, ChevronDown } from 'lucide-react'
import { claims, plans } from './content.ts'
import { PageHead } from './PageHead.tsx'
import { PlanCard } from './PlanCard.tsx'
import { SideSection } from './Section.tsx'
import { questions } from './questions.ts'

export default function PricingPage() {
  return (
    <>
      <PageHead title="Plans for every team size">
        Every plan includes all features. Plans differ in the number of members, the storage and the
        support.
      </PageHead>
      <div className="wrap sections">
        <div className="pricing">
          <fieldset className="mb-8">
            <legend className="mb-2 font-medium">Billing period</legend>
            <div className="switch">
              <label>
                <input type="radio" name="billing" value="monthly" defaultChecked />
                Monthly
              </label>
              <label>
                <input
                  type="radio"
                  name="billing"
                  value="annual"
                  id="billing-annual"
                  aria-describedby="billing-saving"
                />
                Annual
              </label>
            </div>
            <p id="billing-saving" className="mt-2 text-sm text-muted">
              {claims.annual}
            </p>
          </fieldset>
          <ul className="grid gap-4 lg:grid-cols-3">
            {plans.map((plan) => (
              <PlanCard key={plan.name} plan={plan} />
            ))}
          </ul>
          <ul className="mt-8 flex flex-wrap gap-x-6 gap-y-2 text-muted">
            {[claims.trial, claims.noCard, claims.uptime, claims.setup].map((claim) => (
              <li key={claim} className="flex items-center gap-2">
                <Check size={18} className="text-ok-ink" />
                {claim}
              </li>
            ))}
          </ul>
        </div>

        <SideSection
          id="questions"
          title="Frequently asked questions"
          lead="Do you have another question? Our contact details are at the bottom of this page."
        >
          {questions.map(({ question, answer }) => (
            <details key={question} className="question">
              <summary>
                <h3>{question}</h3>
                <ChevronDown size={18} />
              </summary>
              <p>{answer}</p>
            </details>
          ))}
        </SideSection>
      </div>
    </>
  )
}
