import { House } from 'lucide-react'
import type { At, Noun } from '../noun.ts'

export const home = {
  pages: [''],
  paths: (at: At) => ({ home: at('') }),
  rail: [{ name: 'Home', page: '', icon: House, keys: 'g h' }],
} satisfies Noun
