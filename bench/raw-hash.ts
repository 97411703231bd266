// What the machine can hash at all: checks one stored hash with as many at a time as
// the server lets run. Arguments: the stored hash, seconds. Prints checks per second.
import { verify } from '@node-rs/argon2'
import { maxConcurrentHashes } from '../server/src/hashing.ts'

const [hash = '', seconds = '5'] = process.argv.slice(2)
const warmupMs = 500

let checks = 0
const begin = performance.now() + warmupMs
const end = begin + Number(seconds) * 1000

async function loop() {
  while (performance.now() < end) {
    // A wrong password costs as much as the right one: the whole hash is computed to find out.
    await verify(hash, 'not the password')
    const now = performance.now()
    if (now >= begin && now <= end) checks += 1
  }
}

await Promise.all(Array.from({ length: maxConcurrentHashes }, loop))
process.stdout.write(`${checks / Number(seconds)}\n`)
