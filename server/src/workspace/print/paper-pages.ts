/** A part of a document that stays on one page, drawn from its upper edge. */
export type Block = {
  height: number
  /** Rows of the table: a page that starts with one has the head of the table before it. */
  isRow: boolean
  draw: (y: number) => void
}

/** The room of a page, in the unit of the blocks: from where to where something is drawn. */
export type Room = { top: number; bottom: number }

/**
 * Puts blocks on pages, each from the top of its page, and `head` above the first row of each page. A block
 * that is higher than a page gets a page.
 */
export function paginate(
  blocks: readonly Block[],
  head: Block,
  { first, next }: { first: Room; next: Room },
): { block: Block; y: number }[][] {
  let page: { block: Block; y: number }[] = []
  const pages = [page]
  let [y, bottom] = [first.top, first.bottom]
  let isTable = false
  for (const block of blocks) {
    const needed = block.height + (block.isRow && !isTable ? head.height : 0)
    if (y + needed > bottom && page.length > 0) {
      page = []
      pages.push(page)
      ;[y, bottom, isTable] = [next.top, next.bottom, false]
    }
    if (block.isRow && !isTable) {
      page.push({ block: head, y })
      y += head.height
      isTable = true
    }
    page.push({ block, y })
    y += block.height
  }
  return pages
}
