import type { AppError, DumpUnreadableReason } from '../base/errors.ts'

type DumpError = Extract<AppError, { kind: 'dump-unreadable' }>
interface Words {
  readonly what: string
  readonly why: string
  readonly next: string
}

/** Why a dump can't be opened, and what would help. */
export function dumpWords(error: DumpError): Words {
  return { what: 'Couldn’t open this dump', ...table[error.reason](error) }
}

const table: Readonly<Record<DumpUnreadableReason, (error: DumpError) => Omit<Words, 'what'>>> = {
  'not-a-dump': () => ({
    why: 'It isn’t a core dump or a minidump.',
    next: 'Choose a file written by createdump, dotnet-dump or Pipescope.',
  }),
  damaged: () => ({
    why: 'The dump is truncated or damaged.',
    next: 'Copy the file again, or take another dump.',
  }),
  'no-runtime': () => ({
    why: 'No .NET runtime was found in the process. It is a native program, or it was compiled with Native AOT.',
    next: 'Use a native debugger such as lldb or WinDbg.',
  }),
  'native-aot': () => ({
    why: 'The process was compiled with Native AOT, which this reader doesn’t support.',
    next: 'Capture a heap graph of the running process instead (.NET 9 or later).',
  }),
  'foreign-architecture': ({ needed, actual }) => ({
    why:
      needed === null || actual === null
        ? 'The dump is from another processor architecture.'
        : `The processor architecture of the dump is ${needed}, that of this machine ${actual}.`,
    next: 'Open it on a machine with the same architecture.',
  }),
  'foreign-system': ({ needed, actual }) => ({
    why:
      needed === null || actual === null
        ? 'The dump is from another operating system.'
        : `The operating system of the dump is ${needed}, that of this machine ${actual}.`,
    next: 'Open it on that operating system.',
  }),
  'missing-dac': ({ needed, actual }) => ({
    why:
      actual === null
        ? `The debugging library of its runtime isn’t installed here: ${needed ?? 'the DAC'}.`
        : `The debugging library of its runtime isn’t installed here: ${needed ?? 'the DAC'} of .NET ${actual}.`,
    next: 'Install the same runtime version, choose the file (self-contained applications have it beside them), or open the dump on the machine where it was taken.',
  }),
  'dac-failed': ({ needed }) => ({
    why:
      needed === null
        ? 'The debugging library of its runtime couldn’t read it.'
        : `The debugging library of its runtime (${needed}) couldn’t read it.`,
    next: 'Take a dump of type Full or Heap and try again.',
  }),
  'no-heap': () => ({
    why: 'The dump doesn’t contain the managed heap. Dumps of type Mini and Triage hold only threads and stacks.',
    next: 'Take a dump of type Heap or Full.',
  }),
  'no-dotnet': () => ({
    why: 'Opening dumps needs .NET 8 or later on this machine.',
    next: 'Install the .NET runtime from https://dot.net/download, then open the dump again.',
  }),
  'no-reader': () => ({
    why: 'This copy of Pipescope was built without its dump reader, because no .NET SDK was found.',
    next: 'Install the .NET SDK and run npm run build.',
  }),
  'stopped-responding': () => ({
    why: 'The dump reader made no progress for two minutes, so Pipescope ended it.',
    next: 'If the file is on a network drive, copy it to a local disk and open it again.',
  }),
  'reader-failed': () => ({
    why: 'The dump reader stopped unexpectedly. The dump may be damaged or need more memory than allowed.',
    next: 'Copy the details into a bug report.',
  }),
}
