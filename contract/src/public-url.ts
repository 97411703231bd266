/**
 * Placeholder for the public URL in prerendered pages. One build works at any URL, and only the
 * running server knows its own.
 */
export const publicUrlPlaceholder = 'https://public-url.invalid'
