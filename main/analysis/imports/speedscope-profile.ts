import { NumberColumn } from '../grown-column.ts'
import type { WeightUnit } from '../../../shared/model/trace/trace-import.ts'
import type { ImportedProfile } from './imported-profile.ts'
import { JsonReader } from './json-reader.ts'
import { OpenCalls } from './open-calls.ts'
import { ProfileBuilder, unitOf } from './profile-builder.ts'

/** Members of an object that are read out of their order. */
type Places = ReadonlyMap<string, number>

/**
 * The file format of speedscope (https://www.speedscope.app/file-format-schema.json): each of its profiles is a thread here. The unit is
 * that of the active profile; profiles in other units are left out.
 */
export function readSpeedscope(bytes: Uint8Array): ImportedProfile {
  const reader = new JsonReader(bytes)
  const builder = new ProfileBuilder()
  const top = placesOf(reader)
  const frames = readFrames(reader, builder, top)
  const profiles = readProfiles(reader, top)
  const active = profiles[numberAt(reader, top, 'activeProfileIndex', [], 0)] ?? profiles[0]
  const statedUnit = active?.unit ?? 'none'
  const { unit } = unitOf(statedUnit)
  for (const profile of profiles)
    if (unitOf(profile.unit).unit === unit) addProfile({ reader, builder, frames }, profile)
    else builder.note('other-unit', `profiles[${profile.index}]`, profile.unit)
  return builder.build(
    {
      format: 'speedscope',
      tool: textAt(reader, top, 'exporter', []),
      name: textAt(reader, top, 'name', []),
      unit,
      statedUnit,
      startUnixMs: null,
    },
    unit === 'ms',
  )
}

interface Context {
  readonly reader: JsonReader
  readonly builder: ProfileBuilder
  readonly frames: readonly number[]
}

interface Profile {
  readonly index: number
  readonly type: string
  readonly name: string
  readonly unit: string
  readonly places: Places
}

function placesOf(reader: JsonReader): Places {
  const places = new Map<string, number>()
  reader.object((key) => {
    places.set(key, reader.offset)
    reader.skip()
  })
  return places
}

function readFrames(reader: JsonReader, builder: ProfileBuilder, top: Places): readonly number[] {
  const frames: number[] = []
  goTo(reader, top, 'shared', [])
  reader.object((key) => {
    if (key !== 'frames') reader.skip()
    else
      reader.array(() => {
        const { offset } = reader
        const frame = reader.value() as { name?: unknown; file?: unknown; line?: unknown } | null
        if (typeof frame !== 'object' || frame === null || typeof frame.name !== 'string')
          throw reader.unexpected(offset, 'a frame with a name')
        const file = typeof frame.file === 'string' ? frame.file : ''
        frames.push(builder.frame(frame.name, file, typeof frame.line === 'number' ? frame.line : 0))
      })
  })
  return frames
}

function readProfiles(reader: JsonReader, top: Places): readonly Profile[] {
  const profiles: Profile[] = []
  goTo(reader, top, 'profiles', [])
  reader.array((index) => {
    const places = placesOf(reader)
    const end = reader.offset
    const path = ['profiles', index]
    profiles.push({
      index,
      type: textAt(reader, places, 'type', path),
      name: textAt(reader, places, 'name', path),
      unit: textAt(reader, places, 'unit', path),
      places,
    })
    reader.goTo(end, path)
  })
  return profiles
}

function addProfile(context: Context, profile: Profile): void {
  const { reader, builder } = context
  const { index, type, name, places } = profile
  const path = ['profiles', index]
  const thread = builder.thread(`${index}`, threadIdIn(name), name)
  const { unit, factor } = unitOf(profile.unit)
  const start = numberAt(reader, places, 'startValue', path, 0) * factor
  if (type === 'evented') addEvented(context, profile, { thread, factor })
  else if (type === 'sampled') addSampled(context, profile, { thread, factor, start, unit })
  else throw reader.damage(places.get('type') ?? reader.offset, 'evented or sampled', type)
}

interface ThreadPart {
  readonly thread: number
  readonly factor: number
}

function addEvented(
  { reader, builder, frames }: Context,
  { index, places }: Profile,
  { thread, factor }: ThreadPart,
): void {
  const path = ['profiles', index]
  const calls = new OpenCalls(builder, thread)
  let lastAt = Number.NaN
  goTo(reader, places, 'events', path)
  reader.array(() => {
    const { offset } = reader
    const event = reader.value() as { type?: unknown; frame?: unknown; at?: unknown } | null
    const frame = typeof event?.frame === 'number' ? frames[event.frame] : undefined
    if (frame === undefined || typeof event?.at !== 'number' || (event.type !== 'O' && event.type !== 'C'))
      throw reader.unexpected(offset, 'an event with a type, a frame of the file and a time')
    const at = event.at * factor
    lastAt = at
    if (event.type === 'O') calls.begin(frame, at)
    else if (!calls.isOpen(frame)) builder.note('unmatched-end', reader.path)
    else if (calls.endOf(frame, at) > 0) builder.note('overlapping-call', reader.path)
  })
  const end = numberAt(reader, places, 'endValue', path, lastAt / factor) * factor
  if (!Number.isNaN(lastAt)) calls.finish(Math.max(end, lastAt))
}

function addSampled(
  { reader, builder, frames }: Context,
  { index, places }: Profile,
  { thread, factor, start, unit }: ThreadPart & { readonly start: number; readonly unit: WeightUnit },
): void {
  const path = ['profiles', index]
  const weights = readWeights(reader, places, path)
  let at = start
  let row = 0
  goTo(reader, places, 'samples', path)
  reader.array(() => {
    let node = 0
    reader.array(() => {
      const { offset } = reader
      const number = reader.number()
      const frame = frames[number]
      if (frame === undefined) throw reader.unexpected(offset, `a frame below ${frames.length}`)
      node = builder.child(node, frame)
    })
    const weight = weights === null ? 1 : row < weights.count ? weights.at(row) * factor : 0
    if (weight < 0) builder.note('negative-weight', reader.path)
    else if (node !== 0 || unit !== 'ms') builder.sample(thread, at, node, weight)
    at += Math.max(0, weight)
    row++
  })
}

/** Null: every sample counts once. */
function readWeights(reader: JsonReader, places: Places, path: readonly (string | number)[]): NumberColumn | null {
  if (!places.has('weights')) return null
  const weights = new NumberColumn()
  goTo(reader, places, 'weights', path)
  reader.array(() => weights.push(reader.number()))
  return weights
}

function goTo(reader: JsonReader, places: Places, key: string, path: readonly (string | number)[]): void {
  const offset = places.get(key)
  if (offset === undefined) throw reader.damage(reader.offset, `"${key}"`, 'none')
  reader.goTo(offset, [...path, key])
}

function textAt(reader: JsonReader, places: Places, key: string, path: readonly (string | number)[]): string {
  if (!places.has(key)) return ''
  goTo(reader, places, key, path)
  const value = reader.value()
  return typeof value === 'string' ? value : ''
}

function numberAt(
  reader: JsonReader,
  places: Places,
  key: string,
  path: readonly (string | number)[],
  otherwise: number,
): number {
  if (!places.has(key)) return otherwise
  goTo(reader, places, key, path)
  const value = reader.value()
  return typeof value === 'number' ? value : otherwise
}

/** `Thread 12 Main`, as we and others name one; null: no number. */
export function threadIdIn(name: string): number | null {
  const found = /^thread[ #]*(?:\()?(\d{1,15})/i.exec(name)
  return found === null ? null : Number(found[1])
}
