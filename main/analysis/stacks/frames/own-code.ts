import type { OwnCodeRules } from '../../../../shared/model/trace/trace-selection.ts'
import { defaultOwnCodeRules, moduleSides } from '../../../../shared/model/own-code-rules.ts'
import type { FunctionEntry } from '../../code/function-table.ts'

/** Whether the authors of the application wrote a function, as far as its module tells. */
export type IsOwnCode = (entry: FunctionEntry) => boolean

/** By the rules of a person; without any: by those of .NET. */
export function ownCode(rules: OwnCodeRules = defaultOwnCodeRules): IsOwnCode {
  const sideOf = moduleSides(rules)
  const known = new Map<string, boolean>()
  const isMine = (module: string): boolean => {
    let is = known.get(module)
    if (is === undefined) known.set(module, (is = sideOf(module).isMine))
    return is
  }
  return ({ module, kind }) => kind === 'managed' && module !== '' && isMine(module)
}

export const isOwnCode = ownCode()
