import { runMutations } from '../../main/protocol/testing/mutated-replies.ts'

/*
 * Mutated answers in large numbers: how many ended as a value, as an error, or were not whole yet; how long the longest batch took
 * and how much memory it all needed. count: 10,000,000, seed: now.
 *
 *   npm run -s bench -- protocol/mutated-replies [COUNT] [SEED]
 */
const count = Number(process.argv[2] ?? 10_000_000)
const seed = Number(process.argv[3] ?? Date.now() & 0x7fff_ffff)
const batch = 100_000
const total = { values: 0, errors: 0, incomplete: 0 }
let slowestBatchMs = 0
let largestRssMB = 0
const startMs = performance.now()
for (let done = 0; done < count; done += batch) {
  const batchMs = performance.now()
  const counts = runMutations(Math.min(batch, count - done), seed + done)
  slowestBatchMs = Math.max(slowestBatchMs, performance.now() - batchMs)
  largestRssMB = Math.max(largestRssMB, process.memoryUsage.rss() / 1e6)
  total.values += counts.values
  total.errors += counts.errors
  total.incomplete += counts.incomplete
}
const seconds = (performance.now() - startMs) / 1000
console.log(JSON.stringify({ count, seed, ...total, seconds, slowestBatchMs, largestRssMB }))
