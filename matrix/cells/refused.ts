import { exchange } from '../../main/diagnostics/exchange.ts'
import { openSession } from '../../main/diagnostics/session.ts'
import type { CollectRequest } from '../../main/protocol/collect-request.ts'
import {
  encodeApplyStartupHook,
  encodeAttachProfiler,
  encodeEnablePerfMap,
  encodeGenerateCoreDump,
  encodeProcessInfo,
  encodeSetEnvironmentVariable,
} from '../../main/protocol/encode.ts'
import { commands, magic } from '../../main/protocol/commands.ts'
import { findLayoutFault } from '../../main/protocol/request-layout.ts'
import type { EncodedRequest } from '../../main/protocol/seal.ts'
import type { AppError } from '../../shared/base/errors.ts'
import type { Result } from '../../shared/base/result.ts'
import { factsOf, word, type Bench, type Row } from '../cell.ts'

/**
 * What a careless caller could try. Each of these ends a process of some version (or confuses it); here they are tried with
 * the types forced open, and nothing may leave.
 */

const provider = { name: 'Some-Provider', keywords: 1n, level: 4, arguments: null }
const request: CollectRequest = { bufferMB: 16, providers: [provider], rundown: 'none', stacks: true }

function session(name: string, careless: object): Row {
  return refusal(name, async (bench) => {
    const opened = await openSession(
      bench.endpoint,
      { ...request, ...careless },
      { onChunk: () => undefined, onEnd: () => undefined },
      { runtimeVersion: null },
    )
    if (opened.ok) await opened.value.stop()
    return word(opened)
  })
}

function refusal(name: string, run: (bench: Bench) => Promise<string> | string): Row {
  return {
    name,
    target: 'shared',
    async run(bench) {
      try {
        return await run(bench)
      } catch (error) {
        // An assertion of the encoder is a bug of the caller, and nothing has been sent either.
        return error instanceof Error && error.name === 'AssertionError' ? 'refused' : `threw ${String(error)}`
      }
    },
  }
}

const encoded = (outcome: Result<EncodedRequest, AppError>): string => word(outcome)

/** A sealed request, cut down to its header behind the encoder's back, for each command with a payload. */
async function truncated(bench: Bench): Promise<string> {
  for (const { code } of Object.values(commands)) {
    const bytes = Uint8Array.from([...magic, 20, 0, code >> 8, code & 0xff, 0, 0])
    if (findLayoutFault(bytes) === null) continue
    const answered = await exchange(bench.endpoint, { command: 'GenerateCoreDump', bytes } as EncodedRequest, {})
    if (answered.ok || answered.error.kind !== 'refused-harmful') return `sent 0x${code.toString(16)}`
  }
  return 'refused'
}

export const refusedRows: readonly Row[] = [
  session('CollectTracing, buffer 0', { bufferMB: 0 }),
  session('CollectTracing, buffer -1', { bufferMB: -1 }),
  session('CollectTracing, no provider', { providers: [] }),
  session('CollectTracing, 1,001 providers', { providers: Array.from({ length: 1001 }, () => provider) }),
  session('CollectTracing, empty provider name', { providers: [{ ...provider, name: '' }] }),
  session('CollectTracing, level 6', { providers: [{ ...provider, level: 6 }] }),
  session('CollectTracing, 70 KB of arguments', { providers: [{ ...provider, arguments: 'x'.repeat(40_000) }] }),
  refusal('GenerateCoreDump, empty path', (bench) =>
    encoded(encodeGenerateCoreDump({ path: '', type: 'mini', flags: 0 }, 1, factsOf(bench))),
  ),
  refusal('GenerateCoreDump, unknown type', (bench) =>
    encoded(encodeGenerateCoreDump({ path: '/tmp/x', type: 'huge' as 'mini', flags: 0 }, 1, factsOf(bench))),
  ),
  refusal('AttachProfiler, empty path', (bench) =>
    encoded(
      encodeAttachProfiler(
        {
          timeoutMs: 1,
          profilerClsid: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
          profilerPath: '',
          clientBytes: new Uint8Array(0),
        },
        factsOf(bench),
      ),
    ),
  ),
  refusal('AttachProfiler, zero class id', (bench) =>
    encoded(
      encodeAttachProfiler(
        {
          timeoutMs: 1,
          profilerClsid: '00000000-0000-0000-0000-000000000000',
          profilerPath: '/tmp/libprofiler.so',
          clientBytes: new Uint8Array(0),
        },
        factsOf(bench),
      ),
    ),
  ),
  refusal('SetEnvironmentVariable, empty name', (bench) =>
    encoded(encodeSetEnvironmentVariable('', 'x', factsOf(bench))),
  ),
  refusal('SetEnvironmentVariable, name with =', (bench) =>
    encoded(encodeSetEnvironmentVariable('A=B', 'x', factsOf(bench))),
  ),
  refusal('EnablePerfMap, unknown type', (bench) => {
    return encoded(encodeEnablePerfMap('none' as 'all', factsOf(bench)))
  }),
  refusal('ApplyStartupHook, relative path', (bench) =>
    encoded(encodeApplyStartupHook({ path: 'hook.dll', isVerified: true }, factsOf(bench))),
  ),
  refusal('ApplyStartupHook, a file nobody has checked', (bench) =>
    // .NET 8 answers with an error and lives; that it is sent there is another row.
    encoded(encodeApplyStartupHook({ path: '/nowhere/hook.dll', isVerified: false }, factsOf(bench, true))),
  ),
  refusal('ProcessInfo, command line of 32,600 bytes', (bench) =>
    encoded(encodeProcessInfo(3, { ...factsOf(bench), commandLineBytes: 32_600 })),
  ),
  refusal('a message without its payload', (bench) => truncated(bench)),
  refusal('ApplyStartupHook, empty path', (bench) =>
    encoded(encodeApplyStartupHook({ path: '', isVerified: true }, factsOf(bench))),
  ),
]
