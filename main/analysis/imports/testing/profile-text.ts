import { utf8 } from '../../../../shared/base/byte-builder.ts'
import type { ImportedProfile } from '../imported-profile.ts'

/** For tests: a line per sample, `thread@ms Main;Work weight`; samples without times have no `@`. */
export function sampleLines({ stacks, frames, samples, threads }: ImportedProfile): readonly string[] {
  return Array.from({ length: samples.count }, (_, row) => {
    const names: string[] = []
    for (let node = samples.stack[row]!; node !== 0; node = stacks.parent[node]!)
      names.unshift(frames[stacks.frame[node]!]!.name)
    const { name } = threads[samples.thread[row]!]!
    const at = samples.timeMs === null ? '' : `@${samples.timeMs[row]}`
    return `${name}${at} ${names.join(';')} ${samples.weight[row]}`.trimStart()
  })
}

/** Weight by function: of the stacks that end in it, and of those it is in. */
export function functionSums({
  stacks,
  frames,
  samples,
}: ImportedProfile): ReadonlyMap<string, readonly [number, number]> {
  const sums = new Map<string, readonly [number, number]>()
  for (let row = 0; row < samples.count; row++) {
    const weight = samples.weight[row]!
    const seen = new Set<string>()
    const leaf = samples.stack[row]!
    for (let node = leaf; node !== 0; node = stacks.parent[node]!) {
      const { name, module } = frames[stacks.frame[node]!]!
      const text = module === '' ? name : `${module}!${name}`
      const [self, total] = sums.get(text) ?? [0, 0]
      if (weight > 0) sums.set(text, [self + (node === leaf ? weight : 0), total + (seen.has(text) ? 0 : weight)])
      seen.add(text)
    }
  }
  return sums
}

export const bytesOf = utf8
