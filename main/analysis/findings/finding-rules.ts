import type { FindingRule } from './rule.ts'
import { blockingInAsync, syncOverAsync } from './rules/blocked-threads.ts'
import { exceptionStorm } from './rules/exception-storm.ts'
import { lockConvoy } from './rules/lock-convoy.ts'
import { poolStarvation } from './rules/pool-starvation.ts'

/** All checks, by what they look at. */
export const findingRules: readonly FindingRule[] = [
  syncOverAsync,
  blockingInAsync,
  poolStarvation,
  lockConvoy,
  exceptionStorm,
]
