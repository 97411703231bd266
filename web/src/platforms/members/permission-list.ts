/** 'a, b' as typed → ['a', 'b']: split on commas, trimmed, empty entries dropped, each once. */
export const splitPermissions = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  ),
]

/** The same list as a field shows it. */
export const joinPermissions = (permissions: readonly string[]) => permissions.join(', ')
