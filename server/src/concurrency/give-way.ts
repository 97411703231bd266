import { constants, setPriority } from 'node:os'

/**
 * Lets the thread that answers requests and the database go first from now on, if the processors are busy. For worker
 * threads. Only Linux has a priority for each thread.
 */
export function giveWay(): void {
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW)
}
