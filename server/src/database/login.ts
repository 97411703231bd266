/** The URL whose sessions act as `role`, unchanged when its login already is that role. */
export function withRole(url: string, role: string): string {
  const parsed = new URL(url.replace(/@\//, '@socket/'))
  if (decodeURIComponent(parsed.username) === role) return url
  const options = [parsed.searchParams.get('options'), `-c role=${role}`].filter(Boolean).join(' ')
  const [base, query] = url.split('?', 2)
  const parameters = new URLSearchParams(query)
  parameters.set('options', options)
  // A plus for a space is read as a plus by libpq and by our driver.
  return `${base}?${parameters.toString().replaceAll('+', '%20')}`
}
