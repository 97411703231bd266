import type { ReactNode } from 'react'
import { formatCalendarDay } from '../app/format.ts'
import { contact } from '../site/content.ts'
import { Sheet } from '../ui/Sheet.tsx'
import { Glossary } from './Glossary.tsx'
import { Shortcuts } from './Shortcuts.tsx'
import { news, topicAt } from './topics.ts'

/** Shows help: the purpose of the open page, its keys, the glossary, and whom to ask. */
export function HelpSheet({ onClose }: { onClose: () => void }) {
  // Of the address, not of the router: nothing here may draw the router out of the first chunk.
  const topic = topicAt(location.pathname)
  return (
    <Sheet title="Help" onClose={onClose}>
      {topic && (
        <section aria-labelledby="help-page" className="grid gap-2 text-sm">
          <h3 id="help-page" className="text-base font-semibold">{`About ${topic.title}`}</h3>
          <p>{topic.about}</p>
          {topic.tasks.length > 0 && (
            <ul className="grid list-disc gap-1 ps-5">
              {topic.tasks.map((task) => (
                <li key={task}>{task}</li>
              ))}
            </ul>
          )}
        </section>
      )}
      <section aria-labelledby="help-keys" className="grid gap-3 text-sm">
        <h3 id="help-keys" className="text-base font-semibold">
          Keyboard shortcuts
        </h3>
        <Shortcuts />
      </section>
      <More title="Glossary">
        <Glossary />
      </More>
      <More title="What’s new">
        {news.map(({ on, points }) => (
          <div key={on} className="grid gap-2">
            <p className="text-muted">
              <time dateTime={on}>{formatCalendarDay(on)}</time>
            </p>
            <ul className="grid list-disc gap-1 ps-5">
              {points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          </div>
        ))}
      </More>
      <section aria-labelledby="help-support" className="grid gap-1 text-sm">
        <h3 id="help-support" className="text-base font-semibold">
          Support
        </h3>
        <p>
          <a className="link" href={`mailto:${contact.email}`}>
            {contact.email}
          </a>
        </p>
        <p>{contact.phone}</p>
        <p className="text-muted">{contact.hours}</p>
        {contact.note && <p className="text-muted">{contact.note}</p>}
      </section>
    </Sheet>
  )
}

function More({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="text-sm">
      <summary className="text-base font-semibold">{title}</summary>
      <div className="grid gap-3 pt-3">{children}</div>
    </details>
  )
}
