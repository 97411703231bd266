import { totalmem } from 'node:os'

const mib = 2 ** 20

/** Returns the bytes this process may use: those of its container, if it has a limit, or of the machine. */
function usableBytes(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

/**
 * Returns the settings of the embedded PostgreSQL that depend on memory: an eighth of it holds pages, from 128 MB,
 * the default of PostgreSQL, to 2 GB. The rest is for the server, the connections and the cache of the system.
 */
export function memorySettings(bytes = usableBytes()): Record<string, string> {
  const megabytes = Math.floor(bytes / mib)
  return {
    shared_buffers: `${Math.min(2048, Math.max(128, Math.floor(megabytes / 8)))}MB`,
    effective_cache_size: `${Math.max(256, Math.floor(megabytes / 2))}MB`,
  }
}
