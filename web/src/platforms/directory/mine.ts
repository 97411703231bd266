import { directory } from '@stowage/contract/platforms/directory'
import { load } from '../../app/api.ts'

/** The platforms of the operator. */
export const myPlatforms = load(directory.mine, {})
