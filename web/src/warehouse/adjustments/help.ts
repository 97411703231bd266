import type { Topic, Topics } from '../../help/topics.ts'

const adjustments: Topic = {
  title: 'Adjust stock',
  about: 'Corrects a recorded quantity, by a difference or to a new quantity, with a reason.',
  tasks: [
    'If stock changes while you count, you see both quantities before anything is posted.',
    'Adjustments above the approval limit wait for another member.',
  ],
}

export const topics: Topics = {
  'stock/adjust': adjustments,
  'stock/adjustments': adjustments,
}
