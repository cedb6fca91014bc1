import { ok } from '../../../shared/base/result.ts'
import type { KeptConsents } from '../consent/kept-consents.ts'
import type { Handlers } from '../request-context.ts'

export function consentHandlers(kept: KeptConsents): Pick<Handlers, 'consents.list' | 'consents.revoke'> {
  return {
    'consents.list': () => ok(kept.list()),
    'consents.revoke': ({ id }) => {
      kept.revoke(id)
      return ok(kept.list())
    },
  }
}
