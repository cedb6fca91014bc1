import { isFrameworkModule } from '../../../../shared/model/module-origin.ts'
import type { FunctionEntry } from '../../code/function-table.ts'

/** Whether the authors of the application wrote a function, as far as its module tells. */
export function isOwnCode({ module, kind }: FunctionEntry): boolean {
  return kind === 'managed' && module !== '' && !isFrameworkModule(module)
}
