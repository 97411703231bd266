/** Returns the URL with sessions that act as `role`, unchanged if its login is that role. */
export function withRole(url: string, role: string): string {
  const parsed = new URL(url.replace(/@\//, '@socket/'))
  if (decodeURIComponent(parsed.username) === role) return url
  const options = [parsed.searchParams.get('options'), `-c role=${role}`].filter(Boolean).join(' ')
  const [base, query] = url.split('?', 2)
  const parameters = new URLSearchParams(query)
  parameters.set('options', options)
  // libpq and our driver do not decode a plus as a space.
  return `${base}?${parameters.toString().replaceAll('+', '%20')}`
}
