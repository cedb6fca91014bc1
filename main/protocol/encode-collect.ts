import type { AppError } from '../../shared/base/errors.ts'
import type { Result } from '../../shared/base/result.ts'
import {
  checkCollectRequest,
  collectCommand,
  defaultRundownKeywords,
  type CollectRequest,
  type CollectVersion,
  type EventFilter,
  type ProviderRequest,
} from './collect-request.ts'
import { PayloadWriter } from './payload-writer.ts'
import { refused, textFault, trySeal, type EncodedRequest } from './seal.ts'

/** Values of the format field. Others are fatal for .NET 8, 9 and NativeAOT. */
const formats = { netperf: 0, nettrace: 1 } as const

/** `version` must be a step of `collectLadder`: what it cannot express must already be taken out of the request. */
export function encodeCollectTracing(
  request: CollectRequest,
  version: CollectVersion,
): Result<EncodedRequest, AppError> {
  const checked = checkCollectRequest(request)
  if (!checked.ok) return checked
  for (const provider of request.providers) {
    const fault = providerTextFault(provider)
    if (fault !== null) return refused(collectCommand(version), fault)
  }
  const { rundown } = request
  const rundownKeywords = rundown === 'none' ? 0n : rundown === 'default' ? defaultRundownKeywords : rundown
  const w = new PayloadWriter()
  // Session type 0: the events come as a stream.
  if (version >= 5) w.u32(0)
  w.u32(request.bufferMB)
  w.u32(formats[request.format ?? 'nettrace'])
  if (version === 2 || version === 3) w.bool(rundown !== 'none')
  if (version >= 4) w.u64(rundownKeywords)
  if (version >= 3) w.bool(request.stacks)
  w.u32(request.providers.length)
  for (const provider of request.providers) {
    writeProvider(w, provider)
    if (version >= 5) writeEventFilter(w, provider.eventFilter)
  }
  if (version === 6) w.u32(request.whenFull === 'block' ? 1 : 0)
  return trySeal(collectCommand(version), w)
}

export function providerTextFault(provider: ProviderRequest): string | null {
  const fault = textFault(provider.name) ?? textFault(provider.arguments ?? '')
  return fault === null ? null : `provider ${provider.name}: ${fault}`
}

export function writeProvider(w: PayloadWriter, provider: ProviderRequest): void {
  w.u64(provider.keywords).u32(provider.level).string(provider.name)
  // As the official client sends it: no arguments are an empty text, not a null one.
  w.string(provider.arguments ?? '')
}

export function writeEventFilter(w: PayloadWriter, filter: EventFilter | undefined): void {
  const { mode, ids } = filter ?? { mode: 'deny', ids: [] }
  w.bool(mode === 'allow').u32(ids.length)
  for (const id of ids) w.u32(id)
}
