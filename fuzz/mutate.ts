import { Random } from './random.ts'
import type { Seed } from './seeds.ts'

/** Numbers at which lengths and counts break. */
const edges = [0, 1, 2, 3, 7, 8, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xffffffff]

/** Most inputs are made from seeds below this size: what breaks a reader is rarely far behind the head, and three small ones cost as one. */
const smallSeedBytes = 1600
const inputsPerAnySize = 12

/** The input of a seed number: a sound stream with one to eight changes. Now and then untouched, or no stream at all. */
export function makeInput(seed: number, seeds: readonly Seed[]): { readonly bytes: Uint8Array; readonly name: string } {
  const random = new Random(seed)
  if (random.chance(200)) return { bytes: random.bytes(random.below(200)), name: 'noise' }
  const start = random.of(random.chance(inputsPerAnySize) ? seeds : smallOnes(seeds))
  let bytes = start.bytes.slice()
  if (random.chance(100)) return { bytes, name: start.name }
  if (random.chance(10)) bytes = shuffled(start, random)
  const changes = 1 + random.below(8)
  for (let index = 0; index < changes && bytes.length > 0; index++) bytes = change(bytes, start, seeds, random)
  return { bytes, name: start.name }
}

const smallByAll = new WeakMap<readonly Seed[], readonly Seed[]>()

function smallOnes(seeds: readonly Seed[]): readonly Seed[] {
  const known = smallByAll.get(seeds)
  if (known !== undefined) return known
  const found = seeds.filter(({ bytes }) => bytes.length <= smallSeedBytes)
  const small = found.length > 0 ? found : seeds
  smallByAll.set(seeds, small)
  return small
}

function change(
  bytes: Uint8Array<ArrayBuffer>,
  seed: Seed,
  seeds: readonly Seed[],
  random: Random,
): Uint8Array<ArrayBuffer> {
  const at = placeIn(bytes, seed, random)
  const view = new DataView(bytes.buffer)
  switch (random.below(12)) {
    case 0:
    case 1:
      bytes[at] = random.next()
      return bytes
    case 2:
      bytes[at] = bytes[at]! ^ (1 << random.below(8))
      return bytes
    case 3:
      bytes[at] = random.of(edges)
      return bytes
    case 4:
    case 5:
      // A length, a count or an offset.
      if (at + 4 <= bytes.length) view.setUint32(at, nearby(view.getUint32(at, true), bytes.length, random), true)
      return bytes
    case 6:
      if (at + 2 <= bytes.length) view.setUint16(at, nearby(view.getUint16(at, true), bytes.length, random), true)
      return bytes
    case 7:
      return bytes.slice(0, at)
    case 8:
      return joined(bytes.subarray(0, at), bytes.subarray(Math.min(bytes.length, at + 1 + random.below(64))))
    case 9:
      return joined(bytes.subarray(0, at), random.bytes(1 + random.below(16)), bytes.subarray(at))
    case 10: {
      const end = Math.min(bytes.length, at + 1 + random.below(256))
      return joined(bytes.subarray(0, end), bytes.subarray(at, end), bytes.subarray(end))
    }
    default: {
      const other = random.chance(2) ? seed : random.of(smallOnes(seeds))
      return joined(bytes.subarray(0, at), other.bytes.subarray(placeIn(other.bytes, other, random)))
    }
  }
}

/** Whole blocks left out, doubled or in another order: definitions after their use, or never. */
function shuffled({ bytes, cuts }: Seed, random: Random): Uint8Array<ArrayBuffer> {
  const blocks = cuts.slice(1).map((end, index) => bytes.subarray(cuts[index], end))
  const changes = 1 + random.below(3)
  for (let index = 0; index < changes && blocks.length > 1; index++) {
    const at = random.below(blocks.length)
    const kind = random.below(3)
    if (kind === 0) blocks.splice(at, 1)
    else if (kind === 1) blocks.splice(random.below(blocks.length), 0, blocks[at]!)
    else blocks.splice(random.below(blocks.length), 0, ...blocks.splice(at, 1))
  }
  return joined(bytes.subarray(0, cuts[0]), ...blocks)
}

/** Behind the container's header nine times of ten. */
function placeIn(bytes: Uint8Array, seed: Seed, random: Random): number {
  if (random.chance(10) || bytes.length <= seed.headerBytes) return random.below(bytes.length)
  return seed.headerBytes + random.below(bytes.length - seed.headerBytes)
}

function nearby(value: number, length: number, random: Random): number {
  switch (random.below(4)) {
    case 0:
      return random.of(edges)
    case 1:
      return value + 1 + random.below(4)
    case 2:
      return value - 1 - random.below(4)
    default:
      return random.below(length * 2)
  }
}

function joined(...pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let offset = 0
  for (const piece of pieces) {
    all.set(piece, offset)
    offset += piece.length
  }
  return all
}
