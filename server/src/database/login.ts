/** Returns the URL with sessions that act as `role`, unchanged if its login is that role. */
export function withRole(url: string, role: string): string {
  const parsed = new URL(url.replace(/@\//, '@socket/'))
  return decodeURIComponent(parsed.username) === role ? url : withSetting(url, `role=${role}`)
}

/** Returns the URL with sessions that begin with this setting, such as `jit=off`. */
export function withSetting(url: string, setting: string): string {
  const [base, query] = url.split('?', 2)
  const parameters = new URLSearchParams(query)
  const options = [parameters.get('options'), `-c ${setting}`].filter(Boolean).join(' ')
  parameters.set('options', options)
  // libpq and our driver do not decode a plus as a space.
  return `${base}?${parameters.toString().replaceAll('+', '%20')}`
}

/**
 * Returns whether statements may be prepared by name. `prepare=off` in the URL says that the sessions are shared with
 * others, by a pooler that does not know the names.
 */
export const mayPrepare = (url: string): boolean =>
  new URLSearchParams(url.split('?')[1]).get('prepare') !== 'off'
