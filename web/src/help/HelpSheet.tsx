import { useState, type ReactNode } from 'react'
import { formatCalendarDay } from '../format.ts'
import { capsOf, currentCommands, sections, setLettersOn, useLettersOn } from '../parts/keys.ts'
import { contact } from '../site/content.ts'
import { Kbd } from '../ui/Kbd.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { Switch } from '../ui/Switch.tsx'
import { glossary, news, topicAt } from './topics.ts'

/** What the open page is for, its keys, the words of the product, and whom to ask. */
export function HelpSheet({ onClose }: { onClose: () => void }) {
  // Of the address, not of the router: nothing here may draw the router out of the first chunk.
  const topic = topicAt(location.pathname)
  return (
    <Sheet title="Help" onClose={onClose}>
      {topic && (
        <section aria-labelledby="help-page" className="grid gap-2 text-sm">
          <h3 id="help-page" className="text-base font-semibold">{`About ${topic.title}`}</h3>
          {topic.text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      )}
      <Keys />
      <More title="Glossary">
        <dl className="grid gap-3">
          {glossary.map(({ word, means }) => (
            <div key={word}>
              <dt className="font-medium">{word}</dt>
              <dd className="text-muted">{means}</dd>
            </div>
          ))}
        </dl>
      </More>
      <More title="What is new">
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

function Keys() {
  const [commands] = useState(() => currentCommands().filter(({ keys }) => keys))
  const areOn = useLettersOn()
  return (
    <section aria-labelledby="help-keys" className="grid gap-3 text-sm">
      <h3 id="help-keys" className="text-base font-semibold">
        Keyboard shortcuts
      </h3>
      {sections.map((section) => {
        const rows = commands.filter((command) => command.section === section)
        if (rows.length === 0) return null
        return (
          <div key={section} className="grid gap-1">
            <h4 className="text-muted">{section}</h4>
            <dl className="grid gap-1">
              {rows.map(({ name, keys = '' }) => (
                <div key={name} className="flex min-h-8 items-center justify-between gap-4">
                  <dt>{name}</dt>
                  <dd>
                    <Kbd caps={capsOf(keys)} />
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        )
      })}
      <Switch
        label="Shortcuts of single letters"
        hint="Turn them off when you speak to your computer or press keys by accident. Kept in this browser."
        on={areOn}
        onChange={setLettersOn}
      />
    </section>
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
