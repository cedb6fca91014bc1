import * as v from 'valibot'
import { mostModulePatternChars, modulePatternFault } from './module-patterns.ts'
import { mostOwnCodePatterns } from './own-code-rules.ts'

const patterns = v.pipe(
  v.array(
    v.pipe(
      v.string(),
      v.maxLength(mostModulePatternChars),
      v.check((pattern) => modulePatternFault(pattern) === null),
    ),
  ),
  v.maxLength(mostOwnCodePatterns),
  v.readonly(),
)

/** Of own-code-rules.ts, as settings keep them and questions about a trace carry them. */
export const ownCodeRulesSchema = v.strictObject({ mine: patterns, notMine: patterns })
