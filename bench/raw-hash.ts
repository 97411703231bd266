// Measures the raw hash rate: verifies one stored hash with the server's concurrency. Arguments:
// the stored hash, seconds. Prints verifications per second.
import { verify } from '@node-rs/argon2'
import { maxConcurrentHashes } from '../server/src/crypto/hashing.ts'

const [hash = '', seconds = '5'] = process.argv.slice(2)
const warmupMs = 500

let checks = 0
const begin = performance.now() + warmupMs
const end = begin + Number(seconds) * 1000

async function loop() {
  while (performance.now() < end) {
    // A wrong password takes as long as the right one.
    await verify(hash, 'not the password')
    const now = performance.now()
    if (now >= begin && now <= end) checks += 1
  }
}

await Promise.all(Array.from({ length: maxConcurrentHashes }, loop))
process.stdout.write(`${checks / Number(seconds)}\n`)
