/** How a field is written and shown. `nullableText`: leaving it out is a value of its own (count 0 on the wire). */
export type ConsoleFieldKind = 'text' | 'nullableText' | 'uint32' | 'uint64' | 'guid' | 'bytes'

export interface ConsoleField {
  readonly name: string
  readonly kind: ConsoleFieldKind
  /** Numbers with a meaning. */
  readonly choices?: Readonly<Record<number, string>>
}

export interface ConsoleCommand {
  readonly name: string
  /** Command set in the high byte, id in the low one. */
  readonly code: number
  readonly set: string
  readonly fields: readonly ConsoleField[]
  /** What sending it comes to; a session is not opened from here at all. */
  readonly impact: 'reads' | 'changes' | 'suspends' | 'injects' | 'session'
}

const dumpFields: readonly ConsoleField[] = [
  { name: 'path', kind: 'text' },
  { name: 'type', kind: 'uint32', choices: { 1: 'mini', 2: 'heap', 3: 'triage', 4: 'full' } },
  {
    name: 'flags',
    kind: 'uint32',
    choices: { 0: 'none', 1: 'logging', 2: 'verbose logging', 4: 'crash report too', 8: 'crash report only' },
  },
]
const profiler: readonly ConsoleField[] = [
  { name: 'CLSID', kind: 'guid' },
  { name: 'path', kind: 'text' },
]

function command(
  name: string,
  code: number,
  set: string,
  impact: ConsoleCommand['impact'],
  fields: readonly ConsoleField[] = [],
): ConsoleCommand {
  return { name, code, set, impact, fields }
}

/** Every published command, in the order of its number; layouts as runtimes read them. */
export const consoleCommands: readonly ConsoleCommand[] = [
  command('GenerateCoreDump', 0x0101, 'Dump', 'suspends', dumpFields),
  command('GenerateCoreDump2', 0x0102, 'Dump', 'suspends', dumpFields),
  command('GenerateCoreDump3', 0x0103, 'Dump', 'suspends', dumpFields),
  command('StopTracing', 0x0201, 'EventPipe', 'changes', [{ name: 'session id', kind: 'uint64' }]),
  command('CollectTracing', 0x0202, 'EventPipe', 'session'),
  command('CollectTracing2', 0x0203, 'EventPipe', 'session'),
  command('CollectTracing3', 0x0204, 'EventPipe', 'session'),
  command('CollectTracing4', 0x0205, 'EventPipe', 'session'),
  command('CollectTracing5', 0x0206, 'EventPipe', 'session'),
  command('CollectTracing6', 0x0207, 'EventPipe', 'session'),
  command('AttachProfiler', 0x0301, 'Profiler', 'injects', [
    { name: 'timeout', kind: 'uint32' },
    ...profiler,
    { name: 'client data', kind: 'bytes' },
  ]),
  command('StartupProfiler', 0x0302, 'Profiler', 'injects', profiler),
  command('ProcessInfo', 0x0400, 'Process', 'reads'),
  command('ResumeRuntime', 0x0401, 'Process', 'changes'),
  command('ProcessEnvironment', 0x0402, 'Process', 'reads'),
  command('SetEnvironmentVariable', 0x0403, 'Process', 'changes', [
    { name: 'name', kind: 'text' },
    { name: 'value', kind: 'nullableText' },
  ]),
  command('ProcessInfo2', 0x0404, 'Process', 'reads'),
  command('EnablePerfMap', 0x0405, 'Process', 'changes', [
    { name: 'type', kind: 'uint32', choices: { 1: 'map and jitdump', 2: 'jitdump', 3: 'map' } },
  ]),
  command('DisablePerfMap', 0x0406, 'Process', 'changes'),
  command('ApplyStartupHook', 0x0407, 'Process', 'injects', [{ name: 'path', kind: 'text' }]),
  command('ProcessInfo3', 0x0408, 'Process', 'reads'),
]

/** Sets that nobody has published a command in. */
export const reservedSets = '0x00 and 0x05 to 0xFE'

/** A payload as typed fields (numbers as text; null leaves a nullable one out), or as bytes. */
export type ConsolePayload =
  | { readonly kind: 'fields'; readonly values: Readonly<Record<string, string | null>> }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> }

/** A piece of a message with what it means. Offsets count from the first byte of the message. */
export interface ConsolePiece {
  readonly name: string
  readonly offset: number
  readonly length: number
  readonly text: string
  /** Shown as dots, bytes included, until it is revealed. */
  readonly isSecret: boolean
}

export interface ConsoleMessage {
  readonly bytes: Uint8Array
  readonly pieces: readonly ConsolePiece[]
}
