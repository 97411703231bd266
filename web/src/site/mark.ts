/**
 * The mark of the product on a grid of 32: an S that is a rack, with a box on each of its shelves.
 * `node web/scripts/pictures.ts` draws the icons from it.
 */
export const mark = {
  rack: 'M25 7.5H9.5A1.5 1.5 0 0 0 8 9v6.5h15a1.5 1.5 0 0 1 1.5 1.5v6a1.5 1.5 0 0 1-1.5 1.5H7',
  boxes: 'M14.5 10.5h6v3.2h-6zM11.5 19h6v3.7h-6z',
}
