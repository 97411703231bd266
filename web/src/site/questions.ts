/** The questions under the prices, also told to search engines. */
export const questions = [
  {
    question: 'How does the free trial work?',
    answer:
      'You register and use everything for 14 days. We ask for no card, so nothing can turn into a payment by itself.',
  },
  {
    question: 'When am I charged?',
    answer:
      'Not yet. Billing is not connected at present: the prices here are what the plans are meant to cost, and nobody is charged before we have told you so and you have agreed.',
  },
  {
    question: 'What does annual billing change?',
    answer:
      'The price per month is 20% lower and is billed once a year. Members, storage and everything else stay the same.',
  },
  {
    question: 'Can I change plans later?',
    answer:
      'Yes, in both directions. A larger plan applies at once, a smaller one from the next billing period.',
  },
  {
    question: 'Can I stop at any time?',
    answer:
      'Yes. There is no minimum term. You stop when you like, and your data stays readable until the end of the period.',
  },
  {
    question: 'What happens when we outgrow our plan?',
    answer:
      'Nobody is locked out of a warehouse. You are told when you come close to a limit, and we find the right plan with you.',
  },
]
