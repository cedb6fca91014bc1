import type { ProviderSpec, RecordingSpec } from '../model/recording.ts'
import { itemById } from './presets.ts'
import { provider } from './provider-spec.ts'
import { privateProvider, runtimeProvider, sampleProvider } from '../model/runtime-providers.ts'

export interface Profile {
  readonly providers: readonly ProviderSpec[]
  readonly rundown: RecordingSpec['rundown']
}

const common = provider(runtimeProvider, 0x100003801dn, 4)
const sampled = provider(sampleProvider, 0n, 4)
const database = itemById('database')?.provider

/** Named sets of `dotnet-trace collect --profile`, also those of its older versions. */
const profiles: Readonly<Record<string, Profile>> = {
  'dotnet-common': { providers: [common], rundown: 'default' },
  'dotnet-sampled-thread-time': { providers: [sampled], rundown: 'default' },
  'cpu-sampling': { providers: [sampled, provider(runtimeProvider, 0x14c14fccbdn, 4)], rundown: 'default' },
  'gc-verbose': { providers: [provider(runtimeProvider, 0x8003n, 5)], rundown: 'default' },
  'gc-collect': {
    providers: [provider(runtimeProvider, 0x1n, 4), provider(privateProvider, 0x1n, 4)],
    rundown: '0x1',
  },
  database: {
    providers: [
      provider('System.Threading.Tasks.TplEventSource', 0x80n, 4),
      ...(database === undefined ? [] : [database]),
    ],
    rundown: 'default',
  },
  none: { providers: [], rundown: 'default' },
}

export function profileByName(name: string): Profile | null {
  const known = name.toLowerCase()
  return Object.hasOwn(profiles, known) ? profiles[known]! : null
}

/** What `dotnet-trace collect` does without any choice. */
export const defaultProfile: Profile = { providers: [common, sampled], rundown: 'default' }
