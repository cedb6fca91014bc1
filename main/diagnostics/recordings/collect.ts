import type { ProviderSpec, RecordingSpec } from '../../../shared/model/recording.ts'
import { forOldRuntime } from '../../../shared/recording/old-runtime.ts'
import { formatArguments } from '../../../shared/recording/provider-spec.ts'
import { isAtLeast } from '../../../shared/recording/versions.ts'
import type { CollectRequest, ProviderRequest } from '../../protocol/collect-request.ts'
import { sampleProvider } from '../../../shared/model/runtime-providers.ts'

/** The session that a recording asks for; less of it where the runtime is or may be .NET Core 3. */
export function collectRequest(spec: RecordingSpec, runtimeVersion: string | null): CollectRequest {
  const isOld = runtimeVersion === null || !isAtLeast(runtimeVersion, '5.0')
  return {
    bufferMB: spec.bufferMB,
    providers: (isOld ? forOldRuntime(spec.providers).providers : spec.providers).map(providerRequest),
    rundown: spec.rundown === 'default' || spec.rundown === 'none' ? spec.rundown : BigInt(spec.rundown),
    stacks: spec.stacks,
    ...(spec.whenFull === 'block' ? { whenFull: 'block' as const } : {}),
  }
}

function providerRequest({ name, keywords, level, arguments: pairs, eventFilter }: ProviderSpec): ProviderRequest {
  const head = { name, keywords: BigInt(keywords), level, arguments: formatArguments(pairs) }
  return eventFilter === null ? head : { ...head, eventFilter }
}

export function hasSamples(spec: RecordingSpec): boolean {
  return spec.providers.some(({ name }) => name.toLowerCase() === sampleProvider.toLowerCase())
}

/** A session with nothing but names: they are written when it stops, and it is stopped at once. */
export const namesOnly: CollectRequest = {
  bufferMB: 16,
  // A provider that does not exist: a session needs one.
  providers: [{ name: 'Pipescope-Names', keywords: 1n, level: 1, arguments: null }],
  // Loader and JIT parts name every frame and are smaller than the whole; before .NET 9 the whole is what there is.
  rundown: 0x18n,
  stacks: true,
}
