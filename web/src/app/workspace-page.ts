/** Returns the part of an address below its workspace: 'catalog/MUG', '' for the home page; else undefined. */
export function workspacePage(pathname: string): string | undefined {
  const [isPage, below = ''] = /^\/[^/]+\/app(?:\/(.*))?$/.exec(pathname) ?? []
  return isPage === undefined ? undefined : below
}

/** Checks whether an address belongs to the floor, whose pages have their own shell, worker and manifest. */
export const isFloorPage = (pathname: string) => /^floor(\/|$)/.test(workspacePage(pathname) ?? '')
