import { demo } from '@stowage/contract/demo'
import { queryOptions } from '@tanstack/react-query'
import { load } from '../app/api.ts'

/** On the home page and in the settings; the other pages are marked in the header. */
export const exampleWords = {
  text: 'This workspace contains example data.',
  action: 'Remove example data',
}

const pollMs = 700

/** How far the example data is, asked again while it is on its way. */
export const demoOf = (slug: string) => {
  const read = load(demo.show, { params: { slug } })
  return queryOptions({
    ...read,
    refetchInterval: ({ state }) => {
      const running = state.data?.demo.state
      return running === 'loading' || running === 'removing' ? pollMs : false
    },
  })
}
