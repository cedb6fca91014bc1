import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { asPid } from '../../../shared/model/ids.ts'
import type { TargetFacts } from '../../protocol/target-facts.ts'
import type { Endpoint } from '../../transport/endpoint.ts'

/** The default endpoint of a sample, by its name and start time, independently of the product's discovery. */
export function endpointOf(pid: number): Endpoint {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'latin1')
  const startTicks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  return {
    transport: 'unix',
    path: path.join(os.tmpdir(), `dotnet-diagnostic-${pid}-${startTicks}-socket`),
    pid: asPid(pid),
  }
}

/** What the product would know about a sample that runs; takes its line of the samples' table of variants. */
export function factsOfSample(
  build: { readonly runtimeVersion: string | null; readonly isAot: boolean },
  isSuspended = false,
): TargetFacts {
  return {
    runtimeVersion: build.runtimeVersion ?? '10.0.0',
    flavour: build.isAot ? 'nativeaot' : 'coreclr',
    isSuspended,
    commandLineBytes: 400,
  }
}
