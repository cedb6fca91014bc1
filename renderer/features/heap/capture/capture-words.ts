import { HardDriveDownload, MemoryStick, Pause, Radio, Recycle, type LucideIcon } from 'lucide-react'
import type { JobPhase } from '../../../../shared/model/job.ts'
import type { ProcessRow, ProcessState } from '../../../../shared/model/process.ts'

export interface Cost {
  readonly icon: LucideIcon
  readonly title: string
  readonly text: string
}

/** What a capture costs the process, as far as it is known before. Null: a version that nobody told is the oldest. */
export function costsOf(runtimeVersion: string | null, otherJobCount: number): readonly Cost[] {
  const major = Number.parseInt(runtimeVersion ?? '3', 10)
  const others = `${String(otherJobCount)} ${otherJobCount === 1 ? 'other job' : 'other jobs'}`
  return [
    {
      icon: Recycle,
      title: 'Full GC',
      text:
        major <= 9
          ? '2, blocking: one for the heap graph, and a second one when the session stops'
          : '1, blocking; it promotes survivors',
    },
    {
      icon: Pause,
      title: 'Pause',
      text:
        major <= 10
          ? 'All threads are suspended for the collection and the heap walk. The runtime responds only afterwards'
          : 'All threads are suspended for the collection and the heap walk',
    },
    {
      icon: MemoryStick,
      title: 'Memory in the process',
      text:
        major <= 10
          ? 'About 56 bytes per object, up to 1 GiB, until the graph is read. Larger heaps are partial: take a dump instead'
          : 'Up to 256 MiB, until the graph is read',
    },
    { icon: HardDriveDownload, title: 'File', text: 'Written on this machine, listed under Files' },
    ...(otherJobCount === 0
      ? []
      : [
          {
            icon: Radio,
            title: 'Other jobs',
            text: `${others} of this process can’t start or stop sessions meanwhile; recordings of GC events get bigger`,
          },
        ]),
  ]
}

/** Why no heap graph of this process can be captured now, and what to do. Null: it can. */
export function refusalOf(row: ProcessRow | null): string | null {
  if (row === null || row.exitedAtMs !== null) return 'The process has exited. Start it again, then capture its heap.'
  return refusals[row.state] ?? null
}

const refusals: Readonly<Partial<Record<ProcessState, string>>> = {
  suspended: 'The runtime is suspended at startup: there is no heap yet. Resume it first.',
  stopped: 'The process is stopped, by a debugger or a signal, and can’t collect. Let it run first.',
  silent:
    'The runtime doesn’t respond, so it can’t be asked for its heap. Take a dump with createdump or a debugger instead.',
}

export interface Step {
  readonly phase: JobPhase
  readonly title: string
  readonly text: string
}

export const steps: readonly Step[] = [
  { phase: 'flushing-types', title: 'Flush type names', text: 'A short session so that every type has a name' },
  { phase: 'collecting-heap', title: 'Full GC, process paused', text: 'All threads suspended for GC and heap walk' },
  { phase: 'receiving-heap', title: 'Receive the graph', text: 'The process is running again' },
  { phase: 'building-heap', title: 'Build and verify', text: 'On this machine; lost events make the graph partial' },
]
