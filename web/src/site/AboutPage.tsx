import { paths } from '../app/paths.ts'
import { Cards } from './Cards.tsx'
import { Closing } from './Closing.tsx'
import { leaders, stats, timeline, values } from './company.ts'
import { PageHead } from './PageHead.tsx'
import { Section, SideSection } from './Section.tsx'
import { SiteDialog } from './SiteDialog.tsx'

export default function AboutPage() {
  return (
    <>
      <PageHead title="About Our Company">
        We build the software we wanted when we worked in a warehouse: accurate, fast and easy to
        understand.
      </PageHead>
      <div className="wrap sections">
        <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
          {stats.map(({ value, name }) => (
            <div key={name} className="card flex flex-col-reverse justify-end p-6">
              <dt className="mt-1 text-muted">{name}</dt>
              <dd className="figure">{value}</dd>
            </div>
          ))}
        </dl>

        <SideSection id="story" title="Our Story">
          <div className="max-w-2xl text-lg">
            <p>
              Stowage was founded in 2019 by people who had spent years searching for pallets that
              were in the system but not on the shelf. Most software stored one quantity per product
              and could not explain it. We record every movement instead: who moved what, from
              where, to where and when. Every quantity is the result of these records.
            </p>
            <p className="mt-4">
              Today 50,000+ users in 150+ countries work with Stowage. The idea has not changed:
              record each event once and calculate every number from the records.
            </p>
          </div>
        </SideSection>

        <Section id="values" title="Our Values">
          <Cards cards={values} level={3} />
        </Section>

        <SideSection id="journey" title="Our Journey">
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
        </SideSection>

        <Section id="leaders" title="Leadership Team">
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
            {leaders.map(({ name, role, bio }) => (
              <li key={name} className="card p-6">
                <span className="portrait" aria-hidden="true">
                  {name.replace(/[^A-Z]/g, '')}
                </span>
                <h3 className="text-lg font-semibold">{name}</h3>
                <p className="text-sm font-medium text-accent">{role}</p>
                <p className="mt-3 text-muted">{bio}</p>
              </li>
            ))}
          </ul>
          <p className="mt-4 text-sm text-muted">Sample profiles. Replace them with your own.</p>
        </Section>

        <Closing
          title="Join Our Mission"
          actions={
            <>
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
            </>
          }
        >
          Help us make warehouse work easier, or tell us what would help in your warehouse.
        </Closing>
      </div>
      <SiteDialog id="positions" title="Working with us">
        <p className="mt-4">There are no open positions at present.</p>
      </SiteDialog>
    </>
  )
}
