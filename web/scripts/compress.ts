import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const dist = fileURLToPath(new URL('../dist', import.meta.url))
const text = /\.(html|js|css|svg|json|txt|xml|webmanifest|wasm)$/

/**
 * Writes a .br and a .gz beside every file that gets smaller by it, so that the server never compresses a request. Not
 * for the public pages: the server compresses those when it has put its own address into them.
 */
for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  if (!text.test(file) || file.startsWith('.vite') || file.endsWith('index.html')) continue
  const path = join(dist, file)
  const content = readFileSync(path)
  const size = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  writeFileSync(`${path}.br`, brotliCompressSync(content, { params: size }))
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
}
