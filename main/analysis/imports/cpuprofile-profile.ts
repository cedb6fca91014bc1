import type { ImportedProfile } from './imported-profile.ts'
import { JsonReader } from './json-reader.ts'
import { ProfileBuilder } from './profile-builder.ts'
import { V8Profile } from './v8-profiles.ts'

const usPerMs = 1000

/** `.cpuprofile` of V8, as Node and Chromium write it. */
export function readCpuProfile(bytes: Uint8Array): ImportedProfile {
  const reader = new JsonReader(bytes)
  const builder = new ProfileBuilder()
  const nodes: unknown[] = []
  const samples: unknown[] = []
  const timeDeltas: unknown[] = []
  // A file may have a member called `constructor`, a property that every object has.
  const lists = new Map(Object.entries({ nodes, samples, timeDeltas }))
  let startTime = 0
  let endTime: number | null = null
  reader.object((key) => {
    const list = lists.get(key)
    if (list !== undefined) reader.array(() => list.push(reader.value()))
    else if (key === 'startTime') startTime = reader.number()
    else if (key === 'endTime') endTime = reader.number()
    else reader.skip()
  })
  if (samples.length === 0) throw reader.damage(reader.offset, 'samples', 'none')
  const profile = new V8Profile(builder, builder.thread('', null, ''), startTime / usPerMs)
  profile.addNodes(nodes)
  profile.addSamples(samples, timeDeltas)
  profile.finish(endTime === null ? null : endTime / usPerMs)
  const facts = { format: 'cpuprofile', tool: '', name: '', unit: 'ms', statedUnit: 'µs', startUnixMs: null } as const
  return builder.build(facts, true)
}
