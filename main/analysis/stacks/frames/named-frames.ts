import { unresolvedFunction } from '../../code/function-table.ts'
import type { SampledStacks } from '../sampled-stacks.ts'

export interface NamedFrames {
  readonly frameCount: number
  readonly namedFrameCount: number
}

/** Frames are counted per sample: a frame in many samples weighs more, as it does in every view. */
export function namedFrames(sampled: SampledStacks): NamedFrames {
  const { tree } = sampled.prepare()
  const { self } = sampled.callTree()
  // Frames and named frames from the root down to each node: parents come before their children.
  const frames = new Uint32Array(self.length)
  const named = new Uint32Array(self.length)
  let frameCount = 0
  let namedFrameCount = 0
  for (let node = 1; node < self.length; node++) {
    const above = tree.parentOf(node)
    frames[node] = frames[above]! + 1
    named[node] = named[above]! + (tree.functionOf(node) === unresolvedFunction ? 0 : 1)
    frameCount += self[node]! * frames[node]!
    namedFrameCount += self[node]! * named[node]!
  }
  return { frameCount, namedFrameCount }
}
