import type { FindingRule } from './rule.ts'
import { allocationHotSpot, largeObjectChurn } from './rules/allocations.ts'
import { blockingInAsync, syncOverAsync } from './rules/blocked-threads.ts'
import { finalizerBacklog, fullCollections, gcPauses, inducedGc } from './rules/collections.ts'
import { jitStorm, tieringOff } from './rules/compilation.ts'
import { hotRegex, hotSerializer, timerFlood } from './rules/costly-code.ts'
import { exceptionStorm } from './rules/exception-storm.ts'
import { lockConvoy } from './rules/lock-convoy.ts'
import { loggedErrors } from './rules/logged-errors.ts'
import { poolStarvation } from './rules/pool-starvation.ts'
import { incompleteRecording, lostEvents, unresolvedSymbols } from './rules/recording.ts'
import { repeatedCommands, repeatedRequests } from './rules/repeated-calls.ts'

/** All checks, by what they look at. */
export const findingRules: readonly FindingRule[] = [
  syncOverAsync,
  blockingInAsync,
  poolStarvation,
  lockConvoy,
  exceptionStorm,
  repeatedCommands,
  repeatedRequests,
  inducedGc,
  largeObjectChurn,
  fullCollections,
  gcPauses,
  allocationHotSpot,
  finalizerBacklog,
  hotRegex,
  hotSerializer,
  timerFlood,
  jitStorm,
  tieringOff,
  loggedErrors,
  lostEvents,
  incompleteRecording,
  unresolvedSymbols,
]
