import { Html, html } from '../html.ts'

/** The content of one mail. All URLs are absolute http(s) URLs. */
export type Letter = {
  subject: string
  greeting: string
  paragraphs: readonly string[]
  /** The single action of the mail. */
  action?: { label: string; url: string }
  links?: readonly { label: string; url: string }[]
  facts?: readonly { label: string; value: string }[]
  /** After the action: how long it is valid, what to do if this was not you. */
  closing: readonly string[]
}

export type Rendered = { subject: string; text: string; html: string }

/** Renders the mail as plain text and as HTML in one column with dark mode. */
export function write(letter: Letter): Rendered {
  return { subject: letter.subject, text: asText(letter), html: asHtml(letter).markup }
}

function asText({ greeting, paragraphs, action, links, facts, closing }: Letter): string {
  const blocks = [
    greeting,
    ...paragraphs,
    facts?.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    links?.map(({ label, url }) => `${label}:\n${url}`).join('\n\n'),
    action && `${action.label}:\n${action.url}`,
    ...closing,
    'Stowage',
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

const style = new Html(`
  :root { color-scheme: light dark; }
  body { margin: 0; padding: 32px 16px; background: #ffffff; color: #0f172a;
    font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; }
  main { max-width: 32rem; margin: 0 auto; }
  a { color: #1d4ed8; }
  .action { display: inline-block; padding: 12px 20px; border-radius: 8px; font-weight: 600;
    background: #1d4ed8; color: #ffffff; text-decoration: none; }
  .quiet { color: #475569; font-size: 14px; }
  .address { overflow-wrap: anywhere; }
  @media (prefers-color-scheme: dark) {
    body { background: #0b1120; color: #e5e9f0; }
    a { color: #8ab4ff; }
    .action { background: #8ab4ff; color: #0b1120; }
    .quiet { color: #a3b0c2; }
  }
`)

function asHtml({ subject, greeting, paragraphs, action, links, facts, closing }: Letter): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${subject}</title>
        <style>
          ${style}
        </style>
      </head>
      <body>
        <main>
          <p>${greeting}</p>
          ${paragraphs.map((text) => html`<p>${text}</p> `)}
          ${(facts ?? []).map(({ label, value }) => html`<p>${label}: <strong>${value}</strong></p> `)}
          ${(links ?? []).map(({ label, url }) => html`<p><a href="${web(url)}">${label}</a></p> `)}
          ${action ? button(action) : ''}
          ${closing.map((text) => html`<p class="quiet">${text}</p> `)}
          <p class="quiet">Stowage</p>
        </main>
      </body>
    </html> `
}

/** Includes the URL as text, because some mail programs remove the link of a button. */
const button = ({ label, url }: { label: string; url: string }): Html =>
  html`<p><a class="action" href="${web(url)}">${label}</a></p>
    <p class="quiet address">${url}</p> `

/** Throws for anything but a web URL. */
function web(url: string): string {
  if (!/^https?:\/\//.test(url)) throw new TypeError('A mail links to web addresses only.')
  return url
}
