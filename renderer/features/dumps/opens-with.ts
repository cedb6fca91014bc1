import type { DumpResult } from '../../../shared/model/dump.ts'

export type Debugger = 'dotnet-dump' | 'lldb' | 'windbg' | 'visual-studio'

export interface WayIn {
  readonly id: Debugger
  readonly title: string
  readonly commands: readonly string[]
  /** First questions to ask there. */
  readonly asks: readonly (readonly [command: string, text: string])[]
  /** What is needed. */
  readonly note: string
}

/** How a dump is opened, by debugger; those that cannot read its format are left out. */
export function opensWith({ visiblePath, path, file }: DumpResult): readonly WayIn[] {
  const name = visiblePath ?? path
  const isWindows = file?.format === 'minidump'
  const isMac = file?.format === 'macho-core'
  const asks = [
    ['clrthreads', 'managed threads and their exceptions'],
    ['clrstack -all', 'stacks of all managed threads'],
    ['dumpheap -stat', 'types by total size'],
    ['gcroot ADDRESS', 'what keeps an object alive'],
  ] as const
  const ways: WayIn[] = [
    {
      id: 'dotnet-dump',
      title: 'dotnet-dump',
      commands: ['dotnet tool install --global dotnet-dump', `dotnet-dump analyze ${shellWord(name)}`],
      asks,
      note: 'Use the operating system and architecture the dump was taken on. Runtime symbols are downloaded from the symbol server if needed.',
    },
  ]
  if (!isWindows)
    ways.push({
      id: 'lldb',
      title: 'lldb',
      commands: ['dotnet tool install --global dotnet-sos && dotnet-sos install', `lldb --core ${shellWord(name)}`],
      asks: [
        ['clrstack', 'managed stack of the selected thread'],
        ['bt all', 'native stacks of all threads'],
        ...asks.slice(2),
      ],
      note: 'Shows native and managed frames together. The original executable should be at its original path.',
    })
  if (!isMac) {
    ways.push({
      id: 'windbg',
      title: 'WinDbg',
      commands: [`windbg -z ${isWindows ? shellWord(name) : fileNameOf(name)}`],
      asks: [
        ['!clrstack', 'managed stack'],
        ['!dumpheap -stat', 'types by total size'],
        ['!analyze -v', 'why it crashed'],
      ],
      note: isWindows
        ? 'The .NET extension (SOS) is loaded automatically.'
        : 'Opens Linux cores on Windows since 2020: copy the file there first.',
    })
    ways.push({
      id: 'visual-studio',
      title: 'Visual Studio',
      commands: [`File > Open > File … > ${fileNameOf(name)}`, 'Actions > Debug managed memory'],
      asks: [],
      note: isWindows
        ? 'Shows source lines too if your symbols are on the symbol path.'
        : 'Visual Studio 2019 16.8 or newer opens Linux cores; copy the file to Windows first.',
    })
  }
  return ways
}

function fileNameOf(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path
}

function shellWord(path: string): string {
  return /^[\w./:\\-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
}
