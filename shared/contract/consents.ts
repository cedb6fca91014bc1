import * as v from 'valibot'
import type { KeptConsent } from '../model/consent.ts'
import { defineChannel } from './channel.ts'

/** What main does not ask about again. A page can only take it back. */
export const consentsChannels = {
  'consents.list': defineChannel(v.strictObject({}))<readonly KeptConsent[]>(),
  /** Null revokes all. */
  'consents.revoke': defineChannel(v.strictObject({ id: v.nullable(v.pipe(v.string(), v.maxLength(100))) }))<
    readonly KeptConsent[]
  >(),
}
