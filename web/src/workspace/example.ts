/** The notice above every page of a workspace of example data, which keeps its place until it is loaded. */
export const exampleWords = {
  text: 'This workspace holds example data. Nothing in it is yours yet.',
  action: 'Remove the example data',
}
