import { countOf } from '../../../../shared/base/count-of.ts'
import { type CountedAllocations, countedAllocations } from '../../reports/counted-allocations.ts'
import { mostFrequent } from '../blocked-calls.ts'
import { evidence, type FindingFacts } from '../finding-facts.ts'
import { type FindingRule, notJudged, passed } from '../rule.ts'
import { gcReasonWords, valueWords } from '../../../../shared/words/runtime-value-words.ts'
import { percent, size } from '../words.ts'
import { largeReasons } from './collections.ts'

/** Where the runtime puts an object on the large object heap, unless it is told otherwise. */
const largeBytes = 85_000
/** GCAllocationKind of the event: large objects. */
const largeKind = 1

interface Allocating {
  readonly method: string
  bytes: number
  count: number
  readonly types: Map<string, number>
}

const allocationsIn = ({ parts }: FindingFacts): CountedAllocations =>
  countedAllocations(parts.allocations, parts.allocationSamples)

interface Allocated {
  readonly methods: readonly Allocating[]
  readonly bytes: number
}

/** Bytes by the method of the application that allocates, the most first. */
function allocated(facts: FindingFacts, isWanted: (kind: number) => boolean): Allocated {
  const { places, texts, typeText, bytes, kind } = allocationsIn(facts)
  const methods = new Map<string, Allocating>()
  let sum = 0
  for (let row = 0; row < places.count; row++) {
    if (!isWanted(kind.at(row)) || !facts.isIn(places.ticks.at(row), places.threadIndex.at(row))) continue
    const node = facts.nodeOf(places.stackIndex.at(row), places.ticks.at(row))
    const method = facts.methodName(facts.applicationFunction(node))
    const known = methods.get(method) ?? { method, bytes: 0, count: 0, types: new Map<string, number>() }
    methods.set(method, known)
    const type = texts.text(typeText.at(row))
    known.bytes += bytes.at(row)
    known.count++
    known.types.set(type, (known.types.get(type) ?? 0) + bytes.at(row))
    sum += bytes.at(row)
  }
  return { methods: [...methods.values()].toSorted((a, b) => b.bytes - a.bytes), bytes: sum }
}

function allocatingEvidence({ method, bytes, count, types }: Allocating): ReturnType<typeof evidence> {
  const type = mostFrequent(types) ?? ''
  const text = `${method === '' ? 'Code without symbols' : method} allocated ${size(bytes)}, most of it ${type}`
  return evidence('allocating-methods', method === '' ? '' : method, { text, count, method, type })
}

const perSecond = (facts: FindingFacts, bytes: number): number => bytes / Math.max(0.001, facts.spanMs / 1000)
const rate = (facts: FindingFacts, bytes: number): string => `${size(perSecond(facts, bytes))} per second`

/** Calibrated on the sample service: 300 MiB a second with the fault, below 0.1 without. */
const leastLargeBytesPerSecond = 20 * 2 ** 20
const leastLargeCollections = 5
const leastLargeCollectionsPerSecond = 0.5
const mostRows = 5

export const largeObjectChurn: FindingRule = {
  id: 'loh-churn',
  name: 'Large object heap churn',
  title: 'Large objects come and go',
  judge(facts) {
    if (allocationsIn(facts).count === 0 && facts.collections.length === 0)
      return notJudged('allocation or GC events', 'allocations')
    const large = allocated(facts, (kind) => kind === largeKind)
    const collections = facts.collections.filter(({ reason }) => largeReasons.has(reason)).length
    const isMuch = perSecond(facts, large.bytes) >= leastLargeBytesPerSecond
    const isCollected =
      collections >= leastLargeCollections && perSecond(facts, collections) >= leastLargeCollectionsPerSecond
    const measured = `${rate(facts, large.bytes)} of large objects, ${countOf(collections, 'collection', 'collections')} because of them`
    if (!isMuch && !isCollected) return passed(measured)
    const [worst] = large.methods
    const rows = large.methods.slice(0, mostRows).map(allocatingEvidence)
    if (collections > 0)
      rows.push(
        evidence('collections', valueWords(gcReasonWords, 'AllocLarge'), {
          text: `${countOf(collections, 'full collection', 'full collections')} because the large object heap was full`,
          count: collections,
        }),
      )
    return {
      kind: 'found',
      summary: `${measured}. Objects from ${countOf(largeBytes, 'byte', 'bytes')} on are only freed by full collections.`,
      confidence: isMuch && isCollected ? 'high' : 'medium',
      evidence: rows,
      nextStep:
        worst === undefined || worst.method === ''
          ? 'Record allocations to see who allocates large objects.'
          : `Reuse the buffers of ${worst.method}, for example with ArrayPool<T>.`,
    }
  },
}

/** Calibrated on the sample service: 150 MiB a second from one method with the fault, 1 MiB from all without. */
const leastBytesPerSecond = 20 * 2 ** 20
const leastShare = 0.4

export const allocationHotSpot: FindingRule = {
  id: 'allocation-hot-spot',
  name: 'Allocation hot spots',
  title: 'One method allocates most',
  judge(facts) {
    if (allocationsIn(facts).count === 0) return notJudged('allocation events', 'allocations')
    const small = allocated(facts, (kind) => kind !== largeKind)
    const named = small.methods.filter(({ method }) => method !== '')
    const [worst] = named
    const share = worst === undefined || small.bytes === 0 ? 0 : worst.bytes / small.bytes
    const measured = `${rate(facts, small.bytes)}, at most ${percent(share)} by one method`
    if (worst === undefined || share < leastShare || perSecond(facts, worst.bytes) < leastBytesPerSecond)
      return passed(measured)
    return {
      kind: 'found',
      summary: `${worst.method} allocates ${rate(facts, worst.bytes)}, ${percent(share)} of all.`,
      confidence: 'medium',
      evidence: named.slice(0, mostRows).map(allocatingEvidence),
      nextStep: `Look at ${worst.method} in Allocations: reuse what it makes, or make it once.`,
    }
  },
}
