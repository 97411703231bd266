import { onTestFinished } from 'vitest'
import { connect, withRole, type Db } from '../src/database/connect.ts'
import { sealWaiting } from '../src/platforms/audit/sealer.ts'
import type { TestApp } from './app.ts'

/** Handles that act as the sealer of this application's log; closed when the test ends. */
export function sealerOf({ ownerUrl }: Pick<TestApp, 'ownerUrl'>): Db {
  const { db, close } = connect(withRole(ownerUrl, 'stowage_sealer'), { onError: () => {} })
  onTestFinished(() => close())
  return db
}

/** Seals what waits, as the server does every second. */
export const seal = (world: Pick<TestApp, 'ownerUrl' | 'context'>) =>
  sealWaiting(sealerOf(world), world.context.log)
