import type { HeapRule } from './heap-rule.ts'
import { accumulationPoint } from './rules/accumulation-point.ts'
import { boxedValues } from './rules/boxed-values.ts'
import { cancellation } from './rules/cancellation.ts'
import { dependentHandles } from './rules/dependent-handles.ts'
import { duplicateStrings } from './rules/duplicate-strings.ts'
import { eventHandlers } from './rules/event-handlers.ts'
import { finalizerBacklog } from './rules/finalizer-backlog.ts'
import { fragmentation } from './rules/fragmentation.ts'
import { garbage } from './rules/garbage.ts'
import { largeObjectShare } from './rules/large-objects.ts'
import { longChain } from './rules/long-chain.ts'
import { longLivedTemporaries } from './rules/long-lived-temporaries.ts'
import { manyOwners } from './rules/many-owners.ts'
import { pinnedHandles } from './rules/pinned-handles.ts'
import { singleOwner } from './rules/single-owner.ts'
import { sparseArrayRule } from './rules/sparse-arrays.ts'
import { staticCollection } from './rules/static-collection.ts'
import { strongHandles } from './rules/strong-handles.ts'
import { timers } from './rules/timers.ts'
import { weakReferences } from './rules/weak-references.ts'

/** All checks of a heap, by what they look at. */
export const heapFindingRules: readonly HeapRule[] = [
  singleOwner,
  staticCollection,
  accumulationPoint,
  manyOwners,
  longChain,
  eventHandlers,
  timers,
  cancellation,
  finalizerBacklog,
  strongHandles,
  pinnedHandles,
  dependentHandles,
  weakReferences,
  longLivedTemporaries,
  largeObjectShare,
  boxedValues,
  sparseArrayRule,
  duplicateStrings,
  fragmentation,
  garbage,
]
