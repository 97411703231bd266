/** Safe markup. Other values are escaped when inserted. */
export class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}

type Value = string | Html | readonly Html[]

/** Returns markup from a template. Values are escaped unless they are `Html`. */
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
