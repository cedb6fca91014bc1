import type { RuntimeFlavour } from '../../shared/model/process.ts'

const all = ['coreclr', 'nativeaot', 'mono'] as const
/** NativeAOT and Mono answer NOTSUPPORTED (a dump of NativeAOT: E_FAIL). */
const coreClr = ['coreclr'] as const

/**
 * The commands of the Diagnostic IPC protocol: number (command set in the high byte, id in the low one), the first .NET
 * version that knows it (an older one answers UNKNOWN_COMMAND) and the kinds of runtime that can do it. No document lists
 * the layouts of GenerateCoreDump2/3 and StartupProfiler; numbers and versions agree with what real runtimes answer.
 */
export const commands = {
  GenerateCoreDump: { code: 0x0101, since: '3.0', flavours: coreClr },
  GenerateCoreDump2: { code: 0x0102, since: '6.0', flavours: coreClr },
  GenerateCoreDump3: { code: 0x0103, since: '7.0', flavours: coreClr },
  StopTracing: { code: 0x0201, since: '3.0', flavours: all },
  CollectTracing: { code: 0x0202, since: '3.0', flavours: all },
  CollectTracing2: { code: 0x0203, since: '3.0', flavours: all },
  CollectTracing3: { code: 0x0204, since: '9.0', flavours: all },
  CollectTracing4: { code: 0x0205, since: '9.0', flavours: all },
  CollectTracing5: { code: 0x0206, since: '10.0', flavours: all },
  CollectTracing6: { code: 0x0207, since: '11.0', flavours: all },
  AttachProfiler: { code: 0x0301, since: '3.0', flavours: coreClr },
  StartupProfiler: { code: 0x0302, since: '6.0', flavours: coreClr },
  ProcessInfo: { code: 0x0400, since: '5.0', flavours: all },
  ResumeRuntime: { code: 0x0401, since: '5.0', flavours: all },
  ProcessEnvironment: { code: 0x0402, since: '5.0', flavours: all },
  SetEnvironmentVariable: { code: 0x0403, since: '6.0', flavours: all },
  ProcessInfo2: { code: 0x0404, since: '6.0', flavours: all },
  EnablePerfMap: { code: 0x0405, since: '8.0', flavours: coreClr },
  DisablePerfMap: { code: 0x0406, since: '8.0', flavours: coreClr },
  ApplyStartupHook: { code: 0x0407, since: '8.0', flavours: coreClr },
  ProcessInfo3: { code: 0x0408, since: '8.0', flavours: all },
} as const satisfies Record<string, CommandFacts>

interface CommandFacts {
  readonly code: number
  readonly since: string
  readonly flavours: readonly RuntimeFlavour[]
}

export type CommandName = keyof typeof commands

/** `DOTNET_IPC_V1` and one NUL; the runtime compares all 14 bytes. */
export const magic: readonly number[] = [
  0x44, 0x4f, 0x54, 0x4e, 0x45, 0x54, 0x5f, 0x49, 0x50, 0x43, 0x5f, 0x56, 0x31, 0x00,
]

/** Bytes of the header of every message, both directions. */
export const headerSizeBytes = 20
/** The size field is a uint16 and counts the header: no message is longer. There is no continuation for requests. */
export const maxMessageSizeBytes = 0xffff
/** Command set of every response. */
export const responseCommandSet = 0xff
export const responseOk = 0x00
export const responseError = 0xff

/** More providers are answered with BAD_ENCODING at best; .NET 8 and 9 die of them. */
export const maxProviderCount = 1000
