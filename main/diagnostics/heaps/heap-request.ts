import { type HeapBufferMB, heapBuffersMB } from '../../../shared/model/heap/heap-plan.ts'
import { runtimeProvider } from '../../../shared/model/runtime-providers.ts'
import type { CollectRequest } from '../../protocol/collect-request.ts'
import { compareVersions } from '../../protocol/runtime-version.ts'

/** Collections, types, the walk of the heap, a collection now, names of types, ranges of generations. */
const heapKeywords = 0x1n | 0x8_0000n | 0x10_0000n | 0x80_0000n | 0x100_0000n | 0x40_0000n
/** Where every event waits in the target until the walk is over: about 19 million objects with two references each. */
const [droppingBufferMB] = heapBuffersMB
/** Where events are read while the target walks, and its threads wait for room. */
export const blockingBufferMB = 256

/**
 * The runtime sends a type once, until its provider is told anew what is wanted and types are not: this session makes it forget which
 * ones it has sent.
 */
export const typeFlush: CollectRequest = {
  bufferMB: 8,
  providers: [{ name: runtimeProvider, keywords: 0x1n, level: 4, arguments: null }],
  rundown: 'none',
  stacks: false,
}

/** Level 4 is all the walk asks for; 5 would add the allocations meanwhile. The rundown tells the paths of modules. */
export function heapRequest(runtimeVersion: string | null, bufferMB: HeapBufferMB = droppingBufferMB): CollectRequest {
  const canWait = streamsWhileWalking(runtimeVersion)
  return {
    bufferMB: canWait ? blockingBufferMB : bufferMB,
    providers: [{ name: runtimeProvider, keywords: heapKeywords, level: 4, arguments: null }],
    rundown: 'default',
    stacks: false,
    ...(canWait ? { whenFull: 'block' as const } : {}),
  }
}

/** Up to .NET 10 the answer comes after collection and walk, and not one byte before it. */
export function streamsWhileWalking(runtimeVersion: string | null): boolean {
  return runtimeVersion !== null && compareVersions(runtimeVersion, '11.0') >= 0
}
