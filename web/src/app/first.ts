// Imported before everything else: what is decided here must hold while other modules load.
import { installTrustedTypes } from './trusted-types.ts'

installTrustedTypes()
