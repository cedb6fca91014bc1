import type { ImportedProfile } from './imported-profile.ts'
import { JsonReader } from './json-reader.ts'
import { ProfileBuilder } from './profile-builder.ts'
import { V8Profile } from './v8-profiles.ts'

const usPerMs = 1000

/** `.cpuprofile` of V8, as Node and Chromium write it. */
export function readCpuProfile(bytes: Uint8Array): ImportedProfile {
  const reader = new JsonReader(bytes)
  const builder = new ProfileBuilder()
  const lists: Record<string, unknown[]> = { nodes: [], samples: [], timeDeltas: [] }
  const times: Record<string, number> = {}
  reader.object((key) => {
    const list = lists[key]
    if (list !== undefined) reader.array(() => list.push(reader.value()))
    else if (key === 'startTime' || key === 'endTime') times[key] = reader.number()
    else reader.skip()
  })
  const { startTime = 0, endTime } = times
  const { nodes, samples, timeDeltas } = lists
  if (samples!.length === 0) throw reader.damage(reader.offset, 'samples', 'none')
  const profile = new V8Profile(builder, builder.thread('', null, ''), startTime / usPerMs)
  profile.addNodes(nodes)
  profile.addSamples(samples, timeDeltas)
  profile.finish(endTime === undefined ? null : endTime / usPerMs)
  const facts = { format: 'cpuprofile', tool: '', name: '', unit: 'ms', statedUnit: 'µs', startUnixMs: null } as const
  return builder.build(facts, true)
}
