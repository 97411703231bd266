import { House } from 'lucide-react'
import type { Noun } from '../noun.ts'
import { homePaths } from './paths.ts'

export const home = {
  pages: [''],
  paths: homePaths,
  rail: [{ name: 'Home', page: '', icon: House, keys: 'g h' }],
} satisfies Noun
