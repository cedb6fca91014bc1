import { runtimeProvider } from '../shared/model/runtime-providers.ts'
import fs from 'node:fs'
import path from 'node:path'
import { arrayOf, type Field, objectOf, plainType, typeCodes } from '../main/nettrace/payload/field-type.ts'
import { hostileStreams } from '../main/nettrace/testing/hostile-streams.ts'
import {
  type MadeEvent,
  madeFormats,
  type MadeStream,
  makeStream,
  threadCount,
} from '../main/nettrace/writer/made-stream.ts'
import { type FieldValue, writePayload } from '../main/nettrace/writer/payload-writer.ts'
import { heapSeeds } from './heap-seeds.ts'
import { Random } from './random.ts'

/** A sound stream to start from. */
export interface Seed {
  readonly name: string
  readonly bytes: Uint8Array
  /** Where the container's own header ends: most changes go behind it. */
  readonly headerBytes: number
  /** Where its blocks begin, and the end. */
  readonly cuts: readonly number[]
}

/** Streams above this size cost too much per input. */
const largestSeedBytes = 32 * 1024
const streamsPerFormat = 24
/** Entries of the tables that hostile streams fill: enough for a walk over them to show in the steps. */
const hostileSize = 600

/** Written ones of every container, and the recorded ones of `fixtures`. */
export function makeSeeds(fixtureFolders: readonly string[]): readonly Seed[] {
  const random = new Random(1)
  const made = madeFormats.flatMap((format) =>
    Array.from({ length: streamsPerFormat }, (_, index): Seed => {
      const stream = someStream(random, format !== 'v4', index)
      const headerBytes = makeStream({ ...stream, types: [], events: [] }, format).length
      return seedOf(format, makeStream(stream, format), Math.min(headerBytes, 120))
    }),
  )
  const hostile = Object.entries(hostileStreams).map(([name, make]) => seedOf(name, make(hostileSize), 120))
  const heaps = heapSeeds(random, hostileSize).map(([name, bytes]) => seedOf(name, bytes, 110))
  return [...made, ...hostile, ...heaps, ...fixtureFolders.flatMap(recordedSeeds)]
}

function recordedSeeds(folder: string): readonly Seed[] {
  const names = fs.readdirSync(folder).filter((name) => name.endsWith('.nettrace'))
  return names
    .map((name) => seedOf(name, new Uint8Array(fs.readFileSync(path.join(folder, name))), 110))
    .filter(({ bytes }) => bytes.length <= largestSeedBytes)
}

function seedOf(name: string, bytes: Uint8Array, headerBytes: number): Seed {
  const isV6 = new DataView(bytes.buffer).getUint32(8, true) === 0
  const cuts = isV6 ? v6Cuts(bytes) : objectCuts(bytes)
  return { name, bytes, headerBytes, cuts: [...cuts, bytes.length] }
}

/** Behind magic, zero and version: u32 with the size in its low 24 bits, content. */
function v6Cuts(bytes: Uint8Array): readonly number[] {
  const view = new DataView(bytes.buffer)
  const cuts: number[] = []
  for (let at = 20; at + 4 <= bytes.length; at += 4 + (view.getUint32(at, true) & 0xff_ffff)) cuts.push(at)
  return cuts
}

/** Objects begin with their tag twice and a null reference. */
function objectCuts(bytes: Uint8Array): readonly number[] {
  const cuts: number[] = []
  for (let at = 20; at + 3 <= bytes.length; at++) {
    const tag = bytes[at]
    if ((tag === 4 || tag === 5) && bytes[at + 1] === tag && bytes[at + 2] === 1) cuts.push(at)
  }
  return cuts
}

const plain = (name: string, code: number): Field => ({ name, type: plainType(code) })

/** Fields with a value each, so that payloads make sense before they are damaged. */
const layouts: readonly { readonly fields: readonly Field[]; readonly values: readonly FieldValue[] }[] = [
  { fields: [], values: [] },
  { fields: [plain('x', typeCodes.int32)], values: [-1] },
  {
    fields: [plain('s', typeCodes.string), plain('d', typeCodes.double), plain('g', typeCodes.guid)],
    values: ['größe 日本', 0.25, new Uint8Array(16)],
  },
  {
    fields: [
      { name: 'o', type: objectOf([plain('a', typeCodes.byte), plain('b', typeCodes.string)]) },
      plain('t', typeCodes.dateTime),
      plain('y', typeCodes.boolean32),
    ],
    values: [[7, 'inner'], 133_536_836_967_890_000n, true],
  },
]
const arrayLayout = {
  fields: [
    { name: 'l', type: arrayOf(plainType(typeCodes.int64)) },
    { name: 'p', type: arrayOf(objectOf([plain('Key', typeCodes.string), plain('Value', typeCodes.string)])) },
  ],
  values: [
    [1n, -1n],
    [
      ['k', 'v'],
      ['', 'w'],
    ],
  ],
} satisfies (typeof layouts)[number]

/** Providers whose events our own tables decode; the ids are those with lists, texts and enumerations. */
const nativeIds = [1, 2, 4, 9, 10, 15, 16, 18, 19, 21, 36, 38, 39, 80, 81, 143, 144, 152, 190, 204, 205, 303]

/** Every fourth stream is long, every second one small: see `smallSeedBytes` of mutate.ts. */
function eventsOf(index: number): number {
  if (index % 4 === 0) return 200
  return index % 2 === 0 ? 25 : 8
}

function someStream(random: Random, hasArrays: boolean, index: number): MadeStream {
  const chosen = hasArrays ? [...layouts, arrayLayout] : layouts
  const types = Array.from({ length: 2 + random.below(4) }, (_, number) => {
    const isNative = random.chance(3)
    const layout = random.of(chosen)
    return {
      provider: isNative ? runtimeProvider : random.of(['P', 'Pipescope-Fuzz', 'System.Runtime']),
      eventId: isNative ? random.of(nativeIds) : number,
      name: isNative ? '' : random.of(['E', 'EventCounters', 'RequestStart', 'größe']),
      version: random.below(4),
      level: random.below(6),
      keywords: BigInt(random.next()),
      opcode: random.below(3),
      fields: isNative ? [] : layout.fields,
      payload: isNative ? random.bytes(random.below(120)) : writePayload(layout.fields, layout.values),
    }
  })
  const events = Array.from({ length: 1 + random.below(eventsOf(index)) }, (): MadeEvent => {
    const type = random.below(types.length)
    return {
      type,
      step: random.below(1000),
      thread: random.below(threadCount),
      processor: random.below(4),
      stack: Array.from({ length: random.below(6) }, () => BigInt(random.next())),
      activityId: random.chance(4) ? random.bytes(16) : null,
      payload: types[type]!.payload,
      after: random.of(['nothing', 'nothing', 'nothing', 'nothing', 'flush', 'sequence-point'] as const),
    }
  })
  return {
    syncUnixMs: 1_700_000_000_000,
    syncTicks: BigInt(random.next()) << 20n,
    ticksPerSecond: 1e9,
    pointerBytes: random.chance(4) ? 4 : 8,
    types,
    events,
  }
}
