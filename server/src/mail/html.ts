/** Markup that may stand as it is; everything else is escaped on its way in. */
export class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}

type Value = string | Html | readonly Html[]

/** Markup with holes: what is put into a hole is text, unless it is markup made the same way. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(
    parts.reduce((before, part, index) => before + markupOf(values[index - 1] ?? '') + part),
  )
}

function markupOf(value: Value): string {
  if (value instanceof Html) return value.markup
  return typeof value === 'string' ? escape(value) : value.map(markupOf).join('')
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
