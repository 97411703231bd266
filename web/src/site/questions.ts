/** Frequently asked questions of the Pricing page, also in its structured data. */
export const questions = [
  {
    question: 'How does the free trial work?',
    answer:
      'Register and use all features for 14 days. We do not ask for a credit card, so the trial never turns into a paid plan automatically.',
  },
  {
    question: 'When am I charged?',
    answer:
      'Not yet. Billing is not connected at present. The prices show what the plans will cost. We will tell you before billing starts, and we charge you only after you agree.',
  },
  {
    question: 'What does annual billing change?',
    answer:
      'The monthly price is 20% lower, and you pay once a year. Members, storage and features stay the same.',
  },
  {
    question: 'Can I change plans later?',
    answer:
      'Yes. An upgrade takes effect immediately. A downgrade takes effect with the next billing period.',
  },
  {
    question: 'Can I cancel at any time?',
    answer:
      'Yes. There is no minimum term. You can read your data until the end of the billing period.',
  },
  {
    question: 'What happens when we outgrow our plan?',
    answer:
      'We do not lock you out. We contact you when you get close to a limit and help you choose the right plan.',
  },
]
