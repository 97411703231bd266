import { Cards } from './Cards.tsx'
import { paths } from '../paths.ts'
import { leaders, stats, timeline, values } from './company.ts'
import { SiteDialog } from './SiteDialog.tsx'

const heading = 'text-2xl font-semibold tracking-tight'

export default function AboutPage() {
  return (
    <div className="wrap grid gap-16">
      <div>
        <h1 className="text-3xl font-semibold tracking-tight">About Our Company</h1>
        <p className="mt-4 max-w-2xl text-lg text-muted">
          We build the tool we wanted when we stood between the shelves ourselves: exact, quick and
          without riddles.
        </p>
        <dl className="mt-12 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          {stats.map(({ value, name }) => (
            <div key={name} className="card flex flex-col-reverse justify-end p-6">
              <dt className="mt-1 text-muted">{name}</dt>
              <dd className="text-3xl font-semibold tracking-tight text-accent">{value}</dd>
            </div>
          ))}
        </dl>
      </div>

      <section className="max-w-2xl" aria-labelledby="story">
        <h2 id="story" className={heading}>
          Our Story
        </h2>
        <p className="mt-4">
          Stowage was founded in 2019 by people who had spent years searching for pallets that were
          in the system and not on the shelf. The software of the time kept a number per article and
          asked everyone to believe it. We began with the movement instead: who moved what, from
          where to where, and when. If those are right, every number is.
        </p>
        <p className="mt-4">
          Today 50,000+ users in 150+ countries work with that idea. It has stayed the same: write
          down what happened, once, and let everything else follow from it.
        </p>
      </section>

      <section aria-labelledby="values">
        <h2 id="values" className={`${heading} mb-8`}>
          Our Values
        </h2>
        <Cards cards={values} level={3} />
      </section>

      <section aria-labelledby="journey">
        <h2 id="journey" className={`${heading} mb-8`}>
          Our Journey
        </h2>
        <ol className="ms-2 max-w-2xl border-s-2 border-line">
          {timeline.map(({ year, title, description }) => (
            <li key={year} className="milestone">
              <time dateTime={year} className="font-semibold text-accent">
                {year}
              </time>
              <h3 className="text-lg font-semibold">{title}</h3>
              <p className="mt-1 text-muted">{description}</p>
            </li>
          ))}
        </ol>
      </section>

      <section aria-labelledby="leaders">
        <h2 id="leaders" className={`${heading} mb-8`}>
          Leadership Team
        </h2>
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          {leaders.map(({ name, role, bio }) => (
            <li key={name} className="card p-6">
              <h3 className="text-lg font-semibold">{name}</h3>
              <p className="font-medium text-accent">{role}</p>
              <p className="mt-3 text-muted">{bio}</p>
            </li>
          ))}
        </ul>
        <p className="mt-4 text-sm text-muted">
          Example profiles, to be replaced by those of the operator.
        </p>
      </section>

      <section className="card p-8" aria-labelledby="mission">
        <h2 id="mission" className={heading}>
          Join Our Mission
        </h2>
        <p className="mt-3 max-w-2xl text-muted">
          Help us to make the everyday work of a warehouse a little lighter, or tell us what makes
          yours heavy.
        </p>
        <div className="mt-6 flex flex-wrap gap-3">
          <button
            type="button"
            className="button primary"
            data-opens="positions"
            aria-haspopup="dialog"
          >
            View Open Positions
          </button>
          <a href={paths.contact} className="button">
            Contact Us
          </a>
        </div>
      </section>
      <SiteDialog id="positions" title="Working with us">
        <p className="mt-4">There are no open positions at present.</p>
      </SiteDialog>
    </div>
  )
}
