import type { DumpResult } from '../../../shared/model/dump.ts'
import { dumpLabels } from './dump-labels.ts'

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

const words = dumpLabels.debuggers

/** How a dump is opened, by debugger; those that cannot read its format are left out. */
export function opensWith({ visiblePath, path, file }: DumpResult): readonly WayIn[] {
  const name = visiblePath ?? path
  const isWindows = file?.format === 'minidump'
  const isMac = file?.format === 'macho-core'
  const asks = [
    ['clrthreads', words.managedThreads],
    ['clrstack -all', words.allManagedStacks],
    ['dumpheap -stat', words.typesBySize],
    ['gcroot ADDRESS', words.whatKeepsAlive],
  ] as const
  const ways: WayIn[] = [
    {
      id: 'dotnet-dump',
      title: words.dotnetDump,
      commands: ['dotnet tool install --global dotnet-dump', `dotnet-dump analyze ${shellWord(name)}`],
      asks,
      note: words.dotnetDumpNote,
    },
  ]
  if (!isWindows)
    ways.push({
      id: 'lldb',
      title: words.lldb,
      commands: ['dotnet tool install --global dotnet-sos && dotnet-sos install', `lldb --core ${shellWord(name)}`],
      asks: [['clrstack', words.selectedStack], ['bt all', words.allNativeStacks], ...asks.slice(2)],
      note: words.lldbNote,
    })
  if (!isMac) {
    ways.push({
      id: 'windbg',
      title: words.windbg,
      commands: [`windbg -z ${isWindows ? shellWord(name) : fileNameOf(name)}`],
      asks: [
        ['!clrstack', words.selectedStack],
        ['!dumpheap -stat', words.typesBySize],
        ['!analyze -v', words.whyItCrashed],
      ],
      note: isWindows ? words.windbgNote : words.windbgLinuxNote,
    })
    ways.push({
      id: 'visual-studio',
      title: words.visualStudio,
      commands: [words.openFile(fileNameOf(name)), words.debugManagedMemory],
      asks: [],
      note: isWindows ? words.visualStudioNote : words.visualStudioLinuxNote,
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
