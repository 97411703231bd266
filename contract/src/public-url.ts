/**
 * Stands in the prerendered pages where the address people use belongs. One build serves under any
 * address, and only the running server knows its own.
 */
export const publicUrlPlaceholder = 'https://public-url.invalid'
