import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

const meter = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

/** Returns the strength of a password, 0 to 4; `known` are words an attacker would try first. */
export const scoreOf = (password: string, known: readonly string[]) =>
  meter.check(password, [...known]).score
