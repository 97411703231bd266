// Imported before everything else: what is decided here must hold while other modules load.
import { z } from 'zod'
import { installTrustedTypes } from './trusted-types.ts'

// Otherwise zod, at its first schema, tries to compile code, which our policy reports as an attack.
z.config({ jitless: true })
installTrustedTypes()
