import { ok } from '../../../shared/base/result.ts'
import type { UpdateCheck } from '../../diagnostics/updates/update-check.ts'
import type { Handlers } from '../request-context.ts'

export function updateHandlers(updates: UpdateCheck): Pick<Handlers, 'updates.state' | 'updates.check'> {
  return {
    'updates.state': () => ok(updates.state()),
    'updates.check': async () => ok(await updates.check()),
  }
}
