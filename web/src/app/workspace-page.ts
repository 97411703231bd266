/** Returns the part of an address below its workspace: 'catalog/MUG', '' for the home page; else undefined. */
export function workspacePage(pathname: string): string | undefined {
  const [isPage, below = ''] = /^\/[^/]+\/app(?:\/(.*))?$/.exec(pathname) ?? []
  return isPage === undefined ? undefined : below
}

/** Whether an address is of the floor, whose pages have a shell, a worker and a manifest of their own. */
export const isFloorPage = (pathname: string) => /^floor(\/|$)/.test(workspacePage(pathname) ?? '')
